// The jobs of the lab as they are pushed. Roles that may not see jobs get no push, and query from time to time.
import { connection, Watched } from "../../../api/push.svelte";
import { permissions } from "../../../state/permissions.svelte";
import type { Job } from "../lab";

export class PushedJobs {
  private readonly watched = new Watched<{ jobs: Job[] }>("jobs");

  /** The last jobs, newest first; null before the first push. */
  get all(): Job[] | null {
    return this.watched.view?.jobs ?? null;
  }

  get problem(): string | null {
    return this.watched.problem;
  }

  /** One of the last jobs. */
  find(id: string): Job | null {
    return this.all?.find(({ job_id }) => job_id === id) ?? null;
  }

  /** Watch until the returned function is called. Call it in an effect. */
  watch(): (() => void) | undefined {
    return permissions.sees("lab-jobs") ? connection.watch(this.watched) : undefined;
  }
}
