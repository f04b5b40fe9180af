import { isDeepStrictEqual } from 'node:util';
import { executionsLimitOf } from '../executions-limit.ts';
import { probeIntervalMs } from '../polling.ts';
import type { InstanceState } from '../state.ts';
import {
  LEVEL_BELOW_LIMIT,
  nextReadingAt,
  timeframeOf,
  usageDay,
  warningCounts,
  warningLevel,
} from '../usage.ts';
import type { Usage } from '../view.ts';
import { incarnationPrefix, keepState } from './change.ts';
import type { InstanceEffect } from './events.ts';
import { countReading } from './overage.ts';
import { countChanges } from './overage-close.ts';
import type { Reaction } from './transition.ts';

/**
 * Stores the usage, and counts paid executions beyond the plan. Mails warn at 50, 80, 95 and 100 %, each once
 * a month and limit; a jump over several levels sends one, for the highest. The mail about the start of paid
 * executions replaces the one at 100 %: a reading of exactly the limit at which they start warns at 95 %.
 */
export const onUsageRead: Reaction<'usage-read'> = (before, { usage }, now) => {
  // The process's clock is ahead: this reading would stay the newest until its day comes.
  if (usage.timeframe > timeframeOf(now)) return keepState(before);
  const { state, effects: overageEffects } = countReading(before, usage, now);
  const { usage: known, usageWarnings, facts } = state;
  const limit = facts.limits.monthlyExecutions;
  const reached = warningLevel(usage.executions, limit);
  // The next execution starts the paid ones, which has its own mail.
  const isLeftToOverage =
    reached === 100 &&
    usage.executions < executionsLimitOf(facts) &&
    state.overage.mailed?.month !== usage.timeframe;
  const percent = isLeftToOverage ? LEVEL_BELOW_LIMIT : reached;
  const isNewMonth = !usageWarnings || usage.timeframe > usageWarnings.timeframe;
  const percentByLimit = isNewMonth ? {} : usageWarnings.percentByLimit;
  // A late reading of an earlier month causes no warning.
  const isPast = usageWarnings !== null && usage.timeframe < usageWarnings.timeframe;
  const isWarning = !isPast && percent > (percentByLimit[limit] ?? 0);
  const counts = countChanges(state);
  const isSame = isDeepStrictEqual(known, usage) && isDeepStrictEqual(state.overage, before.overage);
  if (!isWarning && isSame) return { state: before, effects: counts };

  const effects: InstanceEffect[] = [
    ...overageEffects,
    ...counts,
    { kind: 'keep-usage', day: usageDay(usage, now), usage },
  ];
  if (isWarning) {
    effects.push({
      kind: 'mail',
      id: `${incarnationPrefix(state)}usage:${usage.timeframe}:${limit}:${percent}`,
      mail: {
        template: 'usage_warning',
        data: { percent, executions: usage.executions, limit, timeframe: usage.timeframe },
      },
    });
  }
  return {
    state: {
      ...state,
      usage,
      usageReadAt: now,
      usageWarnings: isWarning
        ? { timeframe: usage.timeframe, percentByLimit: { ...percentByLimit, [limit]: percent } }
        : usageWarnings,
      revision: state.revision + 1,
    },
    effects: [...effects, ...readBeforeNextLevel(before, usage, now), { kind: 'push' }],
  };
};

/** Reads the usage again when it may reach the next warning, if that is before the next probe. */
function readBeforeNextLevel(
  { usage: known, usageReadAt, facts }: InstanceState,
  { timeframe, executions }: Usage,
  now: number,
): InstanceEffect[] {
  if (known?.timeframe !== timeframe || usageReadAt === undefined || timeframe !== timeframeOf(now))
    return [];
  const at = nextReadingAt(
    { executions, at: now },
    { executions: known.executions, at: usageReadAt },
    {
      counts: [...warningCounts(facts.limits.monthlyExecutions), executionsLimitOf(facts)],
      intervalMs: probeIntervalMs('online', facts.workspaceId),
    },
  );
  return at === null ? [] : [{ kind: 'arm', schedule: 'usage-level', at }];
}
