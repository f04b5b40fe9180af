import type { InstanceState } from '../state.ts';
import { usageDay, warningLevel } from '../usage.ts';
import type { Usage } from '../view.ts';
import { unchanged } from './change.ts';
import type { Decision, InstanceEffect } from './events.ts';

/** What the workspace has counted; 80 and 100 % are told once a month, and again of a limit that is another. */
export function usageRead(state: InstanceState, usage: Usage, now: number): Decision {
  const { usage: known, usageWarning, facts } = state;
  const limit = facts.limits.monthlyExecutions;
  const percent = warningLevel(usage.executions, limit);
  const isSameLimit = usageWarning?.timeframe === usage.timeframe && usageWarning.limit === limit;
  const warnedPercent = isSameLimit ? usageWarning.percent : 0;
  const isNews = percent > warnedPercent;
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
      usageWarning: isNews ? { timeframe: usage.timeframe, limit, percent } : usageWarning,
      revision: state.revision + 1,
    },
    effects: [...effects, { kind: 'push' }],
  };
}
