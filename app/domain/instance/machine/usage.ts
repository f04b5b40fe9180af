import type { InstanceState } from '../state.ts';
import { usageDay, warningLevel } from '../usage.ts';
import type { Usage } from '../view.ts';
import { unchanged } from './change.ts';
import type { Decision, InstanceEffect } from './events.ts';

/** What the workspace has counted; 80 and 100 % are told once a month, and again of a limit that is another. */
export function usageRead(state: InstanceState, usage: Usage, now: number): Decision {
  const { usage: known, usageWarnings, facts } = state;
  const limit = facts.limits.monthlyExecutions;
  const percent = warningLevel(usage.executions, limit);
  const isNewMonth = !usageWarnings || usage.timeframe > usageWarnings.timeframe;
  const percentByLimit = isNewMonth ? {} : usageWarnings.percentByLimit;
  // What is read of a month before the one that was warned of last comes late, and is no news.
  const isOver = usageWarnings !== null && usage.timeframe < usageWarnings.timeframe;
  const isNews = !isOver && percent > (percentByLimit[limit] ?? 0);
  if (!isNews && known && JSON.stringify(known) === JSON.stringify(usage)) return unchanged(state);

  const effects: InstanceEffect[] = [{ kind: 'keep-usage', day: usageDay(usage, now), usage }];
  if (isNews) {
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
      usageWarnings: isNews
        ? { timeframe: usage.timeframe, percentByLimit: { ...percentByLimit, [limit]: percent } }
        : usageWarnings,
      revision: state.revision + 1,
    },
    effects: [...effects, { kind: 'push' }],
  };
}
