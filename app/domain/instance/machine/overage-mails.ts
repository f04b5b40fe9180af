import { moneyText } from '../../billing/money.ts';
import type { OverageMonth } from '../overage-state.ts';
import type { InstanceState } from '../state.ts';
import { incarnationPrefix } from './change.ts';
import type { Decision, InstanceEffect } from './events.ts';

/** One mail a month when paid executions begin, which is also the warning at 100 % of their limit, and one at the cap. */
export function mailProgress({ state, effects }: Decision, before: OverageMonth): Decision {
  const { current, mailed } = state.overage;
  if (!current) return { state, effects };
  const { month, limit, terms, executions } = current;
  const { maxExecutions, unitPrice } = terms;
  const isBegun = before.executions === 0 && executions > 0;
  const isCapReached = before.executions < maxExecutions && executions >= maxExecutions;
  const earlier = mailed?.month === month ? mailed.templates : [];
  const due = [
    ...(isBegun ? (['overage_begun'] as const) : []),
    ...(isCapReached ? (['overage_cap'] as const) : []),
  ].filter((template) => !earlier.includes(template));
  if (due.length === 0) return { state, effects };
  const data = { limit, maxExecutions, unitPrice: moneyText(unitPrice), timeframe: month };
  return {
    state: {
      ...state,
      overage: { ...state.overage, mailed: { month, templates: [...earlier, ...due] } },
      ...(due.includes('overage_begun') && { usageWarnings: warnedOf(state, month, limit) }),
    },
    effects: [
      ...effects,
      ...due.map((template): InstanceEffect => {
        const id = `${incarnationPrefix(state)}${template}:${month}`;
        return { kind: 'mail', id, mail: { template, data } };
      }),
    ],
  };
}

/** @returns the warnings of the month, with the highest of a limit. */
function warnedOf({ usageWarnings: known }: InstanceState, timeframe: string, limit: number) {
  if (known && known.timeframe > timeframe) return known;
  const earlier = known?.timeframe === timeframe ? known.percentByLimit : {};
  return { timeframe, percentByLimit: { ...earlier, [limit]: 100 } };
}
