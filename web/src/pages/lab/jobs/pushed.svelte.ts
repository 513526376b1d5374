// The jobs of the lab as the house pushes them. Only some may see jobs: to the others nothing comes, and they look now and then.
import { live, Watched } from "../../../api/live.svelte";
import { permissions } from "../../../state/permissions.svelte";
import type { Job } from "../lab";

export class PushedJobs {
  private readonly watched = new Watched<{ jobs: Job[] }>("jobs");

  /** The last jobs, the newest first; nothing before the first word. */
  get all(): Job[] | null {
    return this.watched.view?.jobs ?? null;
  }

  get problem(): string | null {
    return this.watched.problem;
  }

  /** One of them, where it is among the last. */
  find(id: string): Job | null {
    return this.all?.find(({ job_id }) => job_id === id) ?? null;
  }

  /** Watch until the returned function is called. Call it in an effect. */
  watch(): (() => void) | undefined {
    return permissions.sees("lab-jobs") ? live.watch(this.watched) : undefined;
  }
}
