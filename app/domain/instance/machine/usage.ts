import { isDeepStrictEqual } from 'node:util';
import type { InstanceState } from '../state.ts';
import { usageDay, warningLevel } from '../usage.ts';
import type { Decision, InstanceEffect } from './events.ts';
import { countReading } from './overage.ts';
import { countChanges } from './overage-counts.ts';
import type { Event } from './transition.ts';

/**
 * Stores the workspace's usage, and counts paid executions beyond the plan. Mails warn at 50, 80, 95 and 100 %, each
 * once a month, and again under another limit. A jump over several levels sends one mail, for the highest; at 100 %
 * of a plan with paid executions, the mail about their start replaces it.
 */
export function onUsageRead(before: InstanceState, { usage }: Event<'usage-read'>, now: number): Decision {
  const { state, effects: overageEffects } = countReading(before, usage, now);
  const { usage: known, usageWarnings, facts } = state;
  const limit = facts.limits.monthlyExecutions;
  const percent = warningLevel(usage.executions, limit);
  const isNewMonth = !usageWarnings || usage.timeframe > usageWarnings.timeframe;
  const percentByLimit = isNewMonth ? {} : usageWarnings.percentByLimit;
  // A late reading of an earlier month causes no warning.
  const isPast = usageWarnings !== null && usage.timeframe < usageWarnings.timeframe;
  const isWarning = !isPast && percent > (percentByLimit[limit] ?? 0);
  const isSame = known !== null && isDeepStrictEqual(known, usage);
  const counts = countChanges(state);
  if (!isWarning && isSame && isDeepStrictEqual(state.overage, before.overage))
    return { state: before, effects: counts };

  const effects: InstanceEffect[] = [
    ...overageEffects,
    ...counts,
    { kind: 'keep-usage', day: usageDay(usage, now), usage },
  ];
  if (isWarning && !(percent === 100 && facts.overage)) {
    effects.push({
      kind: 'mail',
      id: `usage:${usage.timeframe}:${limit}:${percent}`,
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
      usageWarnings: isWarning
        ? { timeframe: usage.timeframe, percentByLimit: { ...percentByLimit, [limit]: percent } }
        : usageWarnings,
      revision: state.revision + 1,
    },
    effects: [...effects, { kind: 'push' }],
  };
}
