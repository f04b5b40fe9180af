import type { Portal } from './portal.ts';

/** How often the limits are requested from the portal: below a limit, and at it, where an upgrade may follow. */
const askBelowMs = 60_000;
const askAtLimitMs = 4_000;

/** A limit in the portal's plan: of this month's production executions, and of active workflows. */
type LimitName = 'monthlyExecutionsLimit' | 'activeWorkflowsLimit';

/** The plan's limits, as the portal last reported them. */
export class KnownLimits {
  readonly #portal: Pick<Portal, 'plan'>;
  readonly #now: () => number;
  readonly #limits = new Map<LimitName, number>();
  #askedAt: number | undefined;

  constructor(portal: Pick<Portal, 'plan'>, now: () => number) {
    this.#portal = portal;
    this.#now = now;
  }

  /** @returns undefined before the portal's first answer. */
  limitOf(name: LimitName): number | undefined {
    return this.#limits.get(name);
  }

  /**
   * Runs what uses one more of `used()`, unless the limit is reached: then returns undefined. Without a known limit,
   * everything runs. The last check and `run` are one step, so that concurrent calls do not exceed the limit.
   */
  async within<Result>(name: LimitName, used: () => number, run: () => Result): Promise<Result | undefined> {
    const isAtLimit = () => used() >= (this.limitOf(name) ?? Number.POSITIVE_INFINITY);
    const elapsed = this.#now() - (this.#askedAt ?? Number.NEGATIVE_INFINITY);
    if (isAtLimit() && elapsed >= askAtLimitMs) await this.ask();
    else if (elapsed >= askBelowMs) void this.ask();
    return isAtLimit() ? undefined : run();
  }

  /** Requests the limits. A portal that does not answer changes nothing. */
  async ask(): Promise<void> {
    this.#askedAt = this.#now();
    try {
      const plan = await this.#portal.plan();
      for (const name of ['monthlyExecutionsLimit', 'activeWorkflowsLimit'] as const) {
        const limit = plan[name];
        if (typeof limit === 'number') this.#limits.set(name, limit);
      }
    } catch (error) {
      console.error('no plan limits:', error instanceof Error ? error.message : error);
    }
  }
}
