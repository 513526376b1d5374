// ECharts, with only what this chart needs.
import { LineChart, ScatterChart } from "echarts/charts";
import { DataZoomComponent, GridComponent, TooltipComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { dollars, dollarsAndCents } from "../../../parts/money";
import { clock } from "../../../parts/time";
import { labelOf } from "./labels";

use([LineChart, ScatterChart, GridComponent, TooltipComponent, DataZoomComponent, SVGRenderer]);

interface Point {
  at: string;
  cents: number;
  reason: string;
}

/** The parameters of the tooltip. */
interface Seen {
  data: [string, number, string];
}

/** Draw the amount over time; each point names what moved it. The returned function removes the chart. */
export function draw(place: HTMLElement, points: Point[]): () => void {
  const chart = init(place, null, { renderer: "svg" });
  const colour = (name: string) => getComputedStyle(place).getPropertyValue(name).trim();
  const label = { color: colour("--words-2"), fontSize: 13, margin: 14 };
  const axisLine = { lineStyle: { color: colour("--line") } };
  const falls = points.filter((point, index) => index > 0 && point.cents < (points[index - 1]?.cents ?? 0));
  const whole = Date.parse(points.at(-1)?.at ?? "") - Date.parse(points[0]?.at ?? "");
  let shown = whole;
  const when = (at: number) => labelOf(at, shown);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  chart.setOption({
    animation: !isStill,
    grid: { left: 12, right: 28, top: 16, bottom: 60, containLabel: true },
    textStyle: { fontFamily: getComputedStyle(place).fontFamily },
    xAxis: { type: "time", axisLine, axisTick: { length: 6, lineStyle: axisLine.lineStyle }, axisLabel: { ...label, hideOverlap: true, formatter: when } },
    yAxis: {
      type: "value",
      scale: true,
      axisLine,
      axisLabel: { ...label, formatter: (cents: number) => dollars(Math.round(cents)) },
      splitLine: { lineStyle: { color: colour("--line"), opacity: 0.5 } },
    },
    dataZoom: [
      {
        type: "slider",
        height: 22,
        bottom: 12,
        borderColor: colour("--line"),
        fillerColor: `${colour("--brass")}33`,
        handleStyle: { color: colour("--brass"), borderColor: colour("--brass") },
        moveHandleStyle: { color: colour("--brass") },
        dataBackground: { lineStyle: { color: colour("--line") }, areaStyle: { color: colour("--line") } },
        selectedDataBackground: { lineStyle: { color: colour("--brass") }, areaStyle: { color: colour("--brass") } },
        textStyle: { color: colour("--words-2") },
        labelFormatter: when,
      },
    ],
    tooltip: { trigger: "axis", formatter: (seen: unknown) => tooltipOf((seen as Seen[])[0]!.data) },
    series: [
      {
        type: "line",
        step: "end",
        showSymbol: false,
        data: points.map(({ at, cents, reason }) => [at, cents, reason]),
        lineStyle: { color: colour("--brass"), width: 2 },
        itemStyle: { color: colour("--brass") },
        areaStyle: { color: colour("--brass"), opacity: 0.15 },
      },
      {
        type: "scatter",
        symbolSize: 11,
        data: falls.map(({ at, cents, reason }) => [at, cents, reason]),
        itemStyle: { color: colour("--bad") },
      },
    ],
  });
  // A narrower span needs finer labels.
  chart.on("datazoom", () => {
    const [zoom] = chart.getOption().dataZoom as { start: number; end: number }[];
    shown = ((zoom!.end - zoom!.start) / 100) * whole;
    chart.setOption({ xAxis: { axisLabel: { formatter: when } } });
  });
  const resized = new ResizeObserver(() => chart.resize());
  resized.observe(place);
  return () => {
    resized.disconnect();
    chart.dispose();
  };
}

function tooltipOf([at, cents, reason]: Seen["data"]): string {
  return `${clock(at)}<br><b>${dollarsAndCents(cents)}</b><br>${reason}`;
}
