import type { Portal } from './portal.ts';
import type { HookState } from './state.ts';

/** The maximum age of the known limits: below them, and at one of them, where an upgrade applies within five seconds. */
const ASK_EVERY_MS = 60_000;
const ASK_AT_LIMIT_EVERY_MS = 4_000;

/** The limits in the portal's plan, and the names under which they are stored. */
const facts = {
  monthlyExecutionsLimit: 'executions-limit',
  activeWorkflowsLimit: 'active-workflows-limit',
} as const;
type LimitName = keyof typeof facts;
const names = Object.keys(facts) as LimitName[];

/** The plan's limits, from the portal. The last known ones apply while the portal does not answer, and after a restart. */
export function createPlanLimits(ports: {
  state: Pick<HookState, 'fact' | 'setFact'>;
  portal: Pick<Portal, 'plan'>;
  clock: { now(): number };
  report(error: unknown): void;
}) {
  const { state, portal, clock, report } = ports;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  /** @returns null before the portal's first answer. */
  function limitOf(name: LimitName): number | null {
    const known = state.fact(facts[name]);
    return known === null ? null : Number(known);
  }

  async function ask(): Promise<void> {
    askedAt = clock.now();
    try {
      const plan = await portal.plan();
      for (const name of names) {
        const limit = plan[name];
        if (typeof limit !== 'number' || !Number.isInteger(limit)) continue;
        if (limit < 0) throw new Error('The portal answered a negative limit.');
        if (limit !== limitOf(name)) state.setFact(facts[name], String(limit));
      }
    } catch (error) {
      report(error);
    }
  }

  return {
    limitOf,

    /** Reads the limits from the portal if they are too old. Resolves once a running request is answered, or has failed. */
    async refresh({ isAtLimit }: { isAtLimit: boolean }): Promise<void> {
      const maxAgeMs = isAtLimit ? ASK_AT_LIMIT_EVERY_MS : ASK_EVERY_MS;
      if (asking === null && clock.now() - askedAt >= maxAgeMs)
        asking = ask().finally(() => {
          asking = null;
        });
      await asking;
    },
  };
}

export type PlanLimits = ReturnType<typeof createPlanLimits>;
