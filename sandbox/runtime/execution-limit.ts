import type { Portal } from './portal.ts';

/** How often the limit is requested from the portal: below the limit, and at it, where an upgrade may follow. */
const askBelowMs = 60_000;
const askAtLimitMs = 4_000;

/** The plan's monthly limit of production executions, as the portal last reported it. */
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
   * Runs one more execution after `executions()` of this month, unless the limit is reached: then returns undefined.
   * Without a known limit, every execution runs. The last check and `run` are one step, so that concurrent executions do
   * not exceed the limit.
   */
  async execute<Result>(executions: () => number, run: () => Result): Promise<Result | undefined> {
    const isAtLimit = () => this.#limit !== undefined && executions() >= this.#limit;
    const elapsed = this.#now() - (this.#askedAt ?? Number.NEGATIVE_INFINITY);
    if (isAtLimit() && elapsed >= askAtLimitMs) await this.ask();
    else if (elapsed >= askBelowMs) void this.ask();
    return isAtLimit() ? undefined : run();
  }

  /** Requests the limit. A portal that does not answer changes nothing. */
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
