// The staff, for those who may see them: to choose a dealer, and to manage.
import { query } from "../../api/client";
import { LoadedQuery } from "../../api/query.svelte";
import { permissions } from "../../state/permissions.svelte";
import type { Dealer } from "./tables/acts";

class Staff extends LoadedQuery<Awaited<ReturnType<typeof queryStaff>>> {
  constructor() {
    super(queryStaff);
  }

  async find(): Promise<void> {
    if (permissions.sees("staff")) await this.load();
  }

  /** The people who may deal; null while they load. */
  get dealers(): Dealer[] | null {
    if (!this.value) return permissions.sees("staff") && !this.problem ? null : [];
    return this.value.staff.filter((each) => permissions.deals(each.role) && each.is_active);
  }
}

function queryStaff() {
  return query("/api/staff");
}

export const staff = new Staff();
