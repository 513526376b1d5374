// Who works here, for those who may see it: to choose a dealer, and to manage.
import { look } from "../../api/client";
import { Looked } from "../../api/looked.svelte";
import { permissions } from "../../state/permissions.svelte";
import type { Dealer } from "./tables/acts";

class Staff extends Looked<Awaited<ReturnType<typeof lookAtStaff>>> {
  constructor() {
    super(lookAtStaff);
  }

  async find(): Promise<void> {
    if (permissions.sees("staff")) await this.load();
  }

  /** Those who may deal; nothing while they are being looked up. */
  get dealers(): Dealer[] | null {
    if (!this.value) return permissions.sees("staff") && !this.problem ? null : [];
    return this.value.staff.filter((each) => permissions.deals(each.role) && each.is_active);
  }
}

function lookAtStaff() {
  return look("/api/staff");
}

export const staff = new Staff();
