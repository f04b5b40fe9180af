import type { Portal } from './portal.ts';

/** How often the portal is asked for the limit: below it, and at it, where an upgrade is waited for. */
const askBelowMs = 60_000;
const askAtLimitMs = 4_000;

/** How many production executions the plan has in a month, as the portal last said. */
export class ExecutionLimit {
  readonly #portal: Pick<Portal, 'plan'>;
  readonly #now: () => number;
  #limit: number | undefined;
  #askedAt: number | undefined;

  constructor(portal: Pick<Portal, 'plan'>, now: () => number) {
    this.#portal = portal;
    this.#now = now;
  }

  /**
   * Runs one more execution after `executions()` of this month, unless the limit is reached: undefined then. Without any
   * limit heard of, each runs. The last check and `run` are one step, so that concurrent executions do not exceed the limit.
   */
  async execute<Result>(executions: () => number, run: () => Result): Promise<Result | undefined> {
    const isAtLimit = () => this.#limit !== undefined && executions() >= this.#limit;
    const elapsed = this.#now() - (this.#askedAt ?? Number.NEGATIVE_INFINITY);
    if (isAtLimit() && elapsed >= askAtLimitMs) await this.ask();
    else if (elapsed >= askBelowMs) void this.ask();
    return isAtLimit() ? undefined : run();
  }

  /** Asks the portal. A portal that does not answer changes nothing. */
  async ask(): Promise<void> {
    this.#askedAt = this.#now();
    try {
      const { monthlyExecutionsLimit } = await this.#portal.plan();
      if (typeof monthlyExecutionsLimit === 'number') this.#limit = monthlyExecutionsLimit;
    } catch (error) {
      console.error('no execution limit:', error instanceof Error ? error.message : error);
    }
  }
}
