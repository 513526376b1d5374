// ECharts with the parts that the lab's plots need: bars, bands and lines.
import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { chance, count } from "../figures";
import type { Plot } from "../lab";

use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer]);

type Colour = (name: string) => string;
type Seen = { seriesName: string; value: [number, number] | number; name: string };

/** Draw a plot. The returned function removes it. */
export function draw(place: HTMLElement, plot: Plot): () => void {
  const chart = init(place, null, { renderer: "svg" });
  const colour: Colour = (name) => getComputedStyle(place).getPropertyValue(name).trim();
  chart.setOption({
    animation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    textStyle: { fontFamily: getComputedStyle(place).fontFamily },
    ...(plot.kind === "bars" ? bars(plot, colour, place.clientWidth) : lines(plot, colour)),
  });
  const resized = new ResizeObserver(() => chart.resize());
  resized.observe(place);
  return () => {
    resized.disconnect();
    chart.dispose();
  };
}

function axis(colour: Colour) {
  const line = { lineStyle: { color: colour("--line") } };
  return {
    axisLine: line,
    axisTick: line,
    axisLabel: { color: colour("--words-2"), fontSize: 12, hideOverlap: true },
    splitLine: { lineStyle: { color: colour("--line"), opacity: 0.5 } },
    nameTextStyle: { color: colour("--words-2"), fontSize: 12 },
    nameLocation: "middle" as const,
  };
}

/** Horizontal bars: the names of hands are long, and the rare ones are worth reading. */
function bars(plot: Plot, colour: Colour, width: number) {
  const { x = [], y = [] } = plot.series[0] ?? {};
  const least = Math.min(...y.filter((value) => value > 0));
  // A bar on this scale begins at 1: in units of the least power of ten, all of them begin at the left.
  const unit = 10 ** Math.floor(Math.log10(least) - 0.001);
  return {
    grid: { left: 8, right: 64, top: 8, bottom: 8, containLabel: true },
    xAxis: {
      ...axis(colour),
      type: "log",
      min: 1,
      max: 1 / unit,
      axisLabel: { ...axis(colour).axisLabel, formatter: (value: number) => power(value * unit) },
    },
    yAxis: { ...axis(colour), type: "category", inverse: true, data: x, axisLabel: { color: colour("--words"), fontSize: 12, width: Math.min(230, width * 0.36), overflow: "truncate" }, splitLine: { show: false } },
    tooltip: { trigger: "axis", axisPointer: { type: "shadow" }, formatter: (seen: unknown) => tooltipOf(seen as Seen[], (value) => chance(value * unit)) },
    series: [
      {
        type: "bar",
        name: plot.y_label,
        data: y.map((value) => value / unit),
        barMaxWidth: 20,
        itemStyle: { color: colour("--brass"), borderRadius: [0, 3, 3, 0] },
        label: { show: true, position: "right", color: colour("--words-2"), fontSize: 11, formatter: ({ value }: { value: unknown }) => short((value as number) * unit) },
      },
    ],
  };
}

/** Lines, or the band between the first two of them. */
function lines(plot: Plot, colour: Colour) {
  const isBand = plot.kind === "band";
  const amount = (value: number) => (plot.percent_y ? `${trimmed(value * 100)}%` : count(Math.round(value)));
  const inks = [colour("--brass"), colour("--good"), colour("--bad")];
  const points = plot.series.map(({ x, y }) => x.map((each, index) => [Number(each), y[index] ?? 0]));
  const [low = [], high = []] = points;
  const band = high.map(([x, y], index) => [x, (y ?? 0) - (low[index]?.[1] ?? 0)]);
  const quiet = { type: "line", showSymbol: false, stack: "band", stackStrategy: "all", silent: true, lineStyle: { opacity: 0 }, tooltip: { show: false } };
  return {
    grid: { left: 28, right: 24, top: 12, bottom: 28, containLabel: true },
    xAxis: { ...axis(colour), type: plot.log_x ? "log" : "value", name: plot.x_label, nameGap: 28, min: "dataMin", max: "dataMax", axisLabel: { ...axis(colour).axisLabel, formatter: (value: number) => count(Math.round(value)) } },
    yAxis: { ...axis(colour), type: "value", axisLabel: { ...axis(colour).axisLabel, formatter: amount } },
    tooltip: { trigger: "axis", formatter: (seen: unknown) => along(seen as Seen[], amount, isBand) },
    series: [
      ...(isBand ? [{ ...quiet, name: "", data: low }, { ...quiet, name: "", data: band, areaStyle: { color: colour("--brass"), opacity: 0.22 } }] : []),
      ...points.map((data, index) => ({
        type: "line",
        name: plot.series[index]?.name,
        showSymbol: false,
        data,
        lineStyle: { color: isBand && index < 2 ? inks[0] : inks[isBand ? 1 : index], width: 2, type: index === (isBand ? 2 : 1) ? "dashed" : "solid" },
        itemStyle: { color: isBand && index < 2 ? inks[0] : inks[isBand ? 1 : index] },
      })),
    ],
  };
}

function power(value: number): string {
  return `${Number((value * 100).toPrecision(1)).toFixed(Math.max(0, -Math.round(Math.log10(value)) - 2))}%`;
}

function short(probability: number): string {
  return probability < 0.01 ? chance(probability, 2) : `${Number((probability * 100).toPrecision(3))}%`;
}

function trimmed(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function tooltipOf(seen: Seen[], say: (value: number) => string): string {
  const [first] = seen;
  return first ? `${first.name}<br><b>${say(Number(first.value))}</b>` : "";
}

function along(seen: Seen[], say: (value: number) => string, isBand: boolean): string {
  const named = seen.filter(({ seriesName }) => seriesName && !seriesName.startsWith("series"));
  const [x] = (named[0]?.value ?? [0]) as [number, number];
  const rows = named.map(({ seriesName, value }) => `${seriesName}: <b>${say((value as [number, number])[1])}</b>`);
  return [`<b>${count(Math.round(x))}</b>`, ...(isBand ? rows.toReversed() : rows)].join("<br>");
}
