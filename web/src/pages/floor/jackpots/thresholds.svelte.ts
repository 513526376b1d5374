// The amounts above which an executive or surveillance is needed, by meter.
import { query } from "../../../api/client";
import { dollars } from "../../../parts/money";
import { permissions } from "../../../state/permissions.svelte";
import { text } from "../../../text";

class Thresholds {
  of = $state<Record<string, string>>({});
  private readonly asked = new Set<string>();

  async find(meter_id: string): Promise<void> {
    if (this.asked.has(meter_id) || !permissions.sees("meter-status")) return;
    this.asked.add(meter_id);
    const { parameters } = await query("/api/meters/{meter_id}/status", { meter_id });
    const { executive_above_cents, surveillance_above_cents } = parameters as Record<string, number>;
    this.of[meter_id] = text.floor.jackpot.thresholds(dollars(executive_above_cents ?? 0), dollars(surveillance_above_cents ?? 0));
  }
}

export const thresholds = new Thresholds();
