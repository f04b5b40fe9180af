import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/clock.ts';
import { monthEnds } from '../../usage/months.ts';
import { countOverage } from '../../usage/overage.ts';
import type { EndedOverage } from '../overage-state.ts';
import type { InstanceState } from '../state.ts';
import type { Decision, InstanceEffect } from './events.ts';

/** The process's clock may be behind: its counter of a month that has just ended can still grow. */
export const SETTLING_MS = 5 * MINUTE_MS;
const COUNT_AGAIN_MS = HOUR_MS;
/** After this the last reading counts, which is never more than what ran. */
const COUNTED_WITHIN_MS = 3 * DAY_MS;

export const countAgainAt = (now: number) => now + COUNT_AGAIN_MS;

/** @returns whether a counter of now closes it: no part of its month follows, and no change is to be counted first. */
export function isClosable({ changes, until }: EndedOverage): boolean {
  return changes.length === 0 && until === undefined;
}

/** Closes, with its last reading, an ending that was requested for long enough or can never be requested again. */
export function settleOver(decision: Decision, now: number): Decision {
  const { phase, overage } = decision.state;
  const isGone = phase.kind === 'removing' || phase.kind === 'deleted';
  return overage.endings
    .filter(({ countFrom }) => now >= countFrom && (isGone || now >= countFrom + COUNTED_WITHIN_MS))
    .reduce((all, ending) => merge(all, settleOverage(all.state, ending, null)), decision);
}

/** @param executions the counter that the month or part closed with; null for its last reading. */
export function settleOverage(
  state: InstanceState,
  ending: EndedOverage,
  executions: number | null,
): Decision {
  const { overage } = state;
  const {
    part,
    month,
    terms,
    executions: paid,
  } = executions === null ? ending : countOverage(ending, executions);
  const isLater = overage.last === null || overage.last.month <= month;
  return {
    state: {
      ...state,
      overage: {
        ...overage,
        endings: overage.endings.filter((one) => one.month !== month || one.part !== part),
        last: isLater ? { month, part } : overage.last,
      },
    },
    effects:
      paid > 0 ? [{ kind: 'charge-overage', month, part, executions: paid, unitPrice: terms.unitPrice }] : [],
  };
}

/** Arms the next step: the count of an ended month, or the end of the current one. @param from UTC ms, the earliest. */
export function armMonthClose(decision: Decision, from: number): Decision {
  const { current, endings } = decision.state.overage;
  const others = decision.effects.filter(
    (effect) => !('schedule' in effect) || effect.schedule !== 'month-close',
  );
  const nextAt = [
    ...endings.map(({ countFrom }) => countFrom),
    ...(current ? [monthEnds(current.month) + SETTLING_MS] : []),
  ];
  const effect: InstanceEffect =
    nextAt.length === 0
      ? { kind: 'cancel', schedule: 'month-close' }
      : { kind: 'arm', schedule: 'month-close', at: Math.max(Math.min(...nextAt), from) };
  return { state: decision.state, effects: [...others, effect] };
}

/** @returns the effects that read the counters of changes, without which nothing later can be counted. */
export function countChanges({ overage: { endings, current } }: InstanceState): InstanceEffect[] {
  const instants = new Map<string, number[]>();
  for (const one of [...endings, ...(current ? [{ ...current, until: undefined }] : [])]) {
    const until = one.until === undefined ? [] : [one.until];
    const asked = [...one.changes.map(({ since }) => since), ...until];
    if (asked.length > 0) instants.set(one.month, [...(instants.get(one.month) ?? []), ...asked]);
  }
  return [...instants].map(([month, of]) => ({
    kind: 'count-executions',
    month,
    instants: [...new Set(of)],
  }));
}

/** @returns the second decision, which follows from the first, with the effects of both; `last` come after them. */
export function merge(first: Decision, second: Decision, last: InstanceEffect[] = []): Decision {
  const effects = second === first ? first.effects : [...first.effects, ...second.effects];
  return { state: second.state, effects: [...effects, ...last] };
}
