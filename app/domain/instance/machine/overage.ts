import { isDeepStrictEqual } from 'node:util';
import { moneyText } from '../../billing/money.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/clock.ts';
import { monthEnds } from '../../usage/months.ts';
import { countOverage, type OverageMonth, withLimit, withTerms } from '../../usage/overage.ts';
import type { OverageState } from '../overage-state.ts';
import type { InstanceState } from '../state.ts';
import { timeframeOf } from '../usage.ts';
import type { Usage } from '../view.ts';
import { keepState } from './change.ts';
import type { Decision, InstanceEffect } from './events.ts';
import type { Event } from './transition.ts';

/** The process's clock may be behind: its counter of a month that has just ended can still grow. */
const SETTLING_MS = 5 * MINUTE_MS;
const COUNT_AGAIN_MS = HOUR_MS;
/** After this the last reading counts, which is never more than what ran. */
const COUNTED_WITHIN_MS = 3 * DAY_MS;

export const noOverage: OverageState = { current: null, ending: null, last: null, mailed: null };

/**
 * Follows the account's facts, after a decision applied them: starts the month's overage, takes over its terms, or
 * ends it when the subscription is about to end.
 */
export function followOverageFacts(decision: Decision, before: InstanceState, now: number): Decision {
  const { state } = decision;
  const { current } = state.overage;
  if (state.facts.overage === undefined && current === null) return decision;
  const limit = state.facts.limits.monthlyExecutions;
  const followed = withCurrent(raiseEnding(state, limit, now), current && withLimit(current, limit));
  const advanced = advance(followed, now);
  const isLowered = limit < before.facts.limits.monthlyExecutions;
  const { current: next } = advanced.state.overage;
  // A new month may have executions that the larger plan still allowed.
  if (isLowered && next) advanced.state = withCurrent(advanced.state, { ...next, counted: null });
  // The next executions count from this reading on.
  const isRead = state.phase.kind === 'online' && (isLowered || next?.counted === null);
  return merge(decision, advanced, isRead ? [{ kind: 'read-usage' }] : []);
}

/**
 * A cancelled part of the month, whose final counter is not read yet, does not charge executions that a larger plan
 * allowed.
 */
function raiseEnding(state: InstanceState, limit: number, now: number): InstanceState {
  const { ending } = state.overage;
  if (ending?.month !== timeframeOf(now) || limit <= ending.limit) return state;
  return { ...state, overage: { ...state.overage, ending: { ...ending, limit } } };
}

/** Counts a reading of the process. @returns the state, with the mails that it causes. */
export function countReading(state: InstanceState, usage: Usage, now: number): Decision {
  const advanced = settleCancelled(advance(state, now), usage, now);
  const { current } = advanced.state.overage;
  if (current?.month !== usage.timeframe) return advanced;
  return mailProgress(merge(advanced, countInto(advanced.state, current, usage.executions)), current);
}

/**
 * Closes a cancelled part with the first reading after the cancellation: later executions belong to the next part, or
 * to another plan. A reading of an ended month's own time precedes its close.
 */
function settleCancelled(decision: Decision, usage: Usage, now: number): Decision {
  const { ending } = decision.state.overage;
  if (ending?.month !== usage.timeframe || now < ending.countFrom) return decision;
  return armed(merge(decision, settle(decision.state, usage.executions)), now);
}

/** Reads the counter of an ended month, again each hour; settles it with the last reading when nothing answers. */
export function onMonthCloseDue(
  state: InstanceState,
  _event: Event<'month-close-due'>,
  now: number,
): Decision {
  return visible(state, closeMonth(state, now));
}

function closeMonth(state: InstanceState, now: number): Decision {
  const advanced = advance(state, now);
  const { ending } = advanced.state.overage;
  if (!ending || now < ending.countFrom) return armed(advanced, now);
  const { kind } = state.phase;
  const isOver = kind === 'removing' || kind === 'deleted' || now >= ending.countFrom + COUNTED_WITHIN_MS;
  if (isOver) return armed(merge(advanced, settle(advanced.state, null)), now);
  const { month, part } = ending;
  const effects: InstanceEffect[] = kind === 'online' ? [{ kind: 'count-month', month, part }] : [];
  return armed(merge(advanced, { state: advanced.state, effects }), now + COUNT_AGAIN_MS);
}

/** Settles the month with the counter that it closed with. */
export function onMonthCounted(
  state: InstanceState,
  { month, part, executions }: Event<'month-counted'>,
  now: number,
): Decision {
  const { ending } = state.overage;
  if (ending?.month !== month || ending.part !== part) return keepState(state);
  return armed(settle(state, executions), now);
}

/**
 * Ends the current month's overage when it is over, and starts the next.
 * @param counted the counter at which paid executions start; null starts with the next reading, since a larger plan
 * may have allowed executions after the last one.
 */
function advance(state: InstanceState, now: number, counted: number | null = null): Decision {
  const { facts, phase, overage } = state;
  const month = timeframeOf(now);
  const isCancelled = facts.entitlement.kind === 'cancelled';
  const { current } = overage;
  if (current && (current.month < month || isCancelled)) {
    const countFrom = isCancelled ? now : monthEnds(current.month) + SETTLING_MS;
    // A month without a final reading is settled with the last one.
    const settled = settle(state, null);
    const ended = { ...settled.state.overage, current: null, ending: { ...current, countFrom } };
    const next = advance({ ...settled.state, overage: ended }, now, isCancelled ? null : 0);
    return armed(merge(settled, next), now);
  }
  const terms = facts.overage;
  const limit = facts.limits.monthlyExecutions;
  const isGone = phase.kind === 'removing' || phase.kind === 'deleted';
  if (!terms || isGone || isCancelled) return keepState(state);
  if (current) {
    return { state: withCurrent(state, withTerms(current, terms)), effects: [] };
  }
  // The sandbox's clock can go back: a month that was settled stays so.
  if (month < (overage.ending?.month ?? overage.last?.month ?? month)) return keepState(state);
  const part = nextPart(overage, month);
  const begun = { month, part, limit, counted, executions: 0, terms };
  return armed({ state: withCurrent(state, begun), effects: [] }, now);
}

function nextPart({ ending, last }: OverageState, month: string): number {
  const earlier = [ending, last].filter((one) => one?.month === month).map((one) => one?.part ?? 0);
  return Math.max(0, ...earlier) + 1;
}

/** @param executions the counter that the month closed with; null for its last reading. */
function settle(state: InstanceState, executions: number | null): Decision {
  const { ending } = state.overage;
  if (!ending) return keepState(state);
  const { countFrom: _countFrom, ...month } = ending;
  const closed = executions === null ? month : countOverage(month, executions);
  const { part, terms } = closed;
  return {
    state: {
      ...state,
      overage: { ...state.overage, ending: null, last: { month: closed.month, part } },
    },
    effects:
      closed.executions > 0
        ? [
            {
              kind: 'charge-overage',
              month: closed.month,
              part,
              executions: closed.executions,
              unitPrice: terms.unitPrice,
            },
          ]
        : [],
  };
}

/** Arms the next step: the count of the ended month, or the end of the current one. @param from UTC ms, the earliest. */
function armed(decision: Decision, from: number): Decision {
  const { current, ending } = decision.state.overage;
  const others = decision.effects.filter(
    (effect) => !('schedule' in effect) || effect.schedule !== 'month-close',
  );
  const at = ending
    ? Math.max(ending.countFrom, from)
    : current && Math.max(monthEnds(current.month) + SETTLING_MS, from);
  const effect: InstanceEffect =
    at === null ? { kind: 'cancel', schedule: 'month-close' } : { kind: 'arm', schedule: 'month-close', at };
  return { state: decision.state, effects: [...others, effect] };
}

function countInto(state: InstanceState, current: OverageMonth, executions: number): Decision {
  return { state: withCurrent(state, countOverage(current, executions)), effects: [] };
}

/** One mail a month when paid executions start, and one at the cap. */
function mailProgress({ state, effects }: Decision, before: OverageMonth): Decision {
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
    state: { ...state, overage: { ...state.overage, mailed: { month, templates: [...earlier, ...due] } } },
    effects: [
      ...effects,
      ...due.map((template): InstanceEffect => {
        return { kind: 'mail', id: `${template}:${month}`, mail: { template, data } };
      }),
    ],
  };
}

/** The visible state of the month has changed. */
function visible(before: InstanceState, { state, effects }: Decision): Decision {
  if (isDeepStrictEqual(before.overage.current, state.overage.current)) return { state, effects };
  return { state: { ...state, revision: before.revision + 1 }, effects: [...effects, { kind: 'push' }] };
}

function withCurrent(state: InstanceState, current: OverageMonth | null): InstanceState {
  return { ...state, overage: { ...state.overage, current } };
}

function merge(first: Decision, second: Decision, effects: InstanceEffect[] = []): Decision {
  return { state: second.state, effects: [...first.effects, ...effects, ...second.effects] };
}
