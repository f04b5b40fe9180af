import { isDeepStrictEqual } from 'node:util';
import { monthEnds } from '../../usage/months.ts';
import { countOverage, countUntilChange, UNPAID, withOverageChange } from '../../usage/overage.ts';
import type { EndedOverage, OverageMonth, OverageState } from '../overage-state.ts';
import type { InstanceState } from '../state.ts';
import { timeframeOf } from '../usage.ts';
import type { Usage } from '../view.ts';
import { keepState } from './change.ts';
import type { Decision, InstanceEffect } from './events.ts';
import {
  armMonthClose,
  countAgainAt,
  countChanges,
  isClosable,
  merge,
  SETTLING_MS,
  settleOver,
  settleOverage,
} from './overage-close.ts';
import { mailProgress } from './overage-mails.ts';
import type { Event, Reaction } from './transition.ts';

export const noOverage: OverageState = { current: null, endings: [], last: null, mailed: null };

/**
 * Follows the account's facts, after a decision applied them: begins the month's overage, takes over its plan and terms, or
 * ends it when the subscription is about to. @param changedAt when the provider changed the subscription, UTC ms.
 */
export function followOverageFacts(
  decision: Decision,
  before: InstanceState,
  now: number,
  changedAt = now,
): Decision {
  const { state } = decision;
  const { current, endings } = state.overage;
  if (state.facts.overage === undefined && current === null && endings.length === 0) return decision;
  // A month that has ended closes, and the next one begins, under the facts that applied until now.
  const rolled = advance({ ...state, facts: before.facts }, now);
  const raised = raiseEndings({ ...rolled.state, facts: state.facts }, now);
  const followed = merge(rolled, advance(raised, now, false, changedAt));
  const counts = state.phase.kind === 'online' ? countChanges(followed.state) : [];
  return merge(decision, followed, counts);
}

/** Counts what ran until each change, and then what ran since. */
export const onExecutionsCounted: Reaction<'executions-counted'> = (state, { month, counters }, now) => {
  const markCounted = <Overage extends OverageMonth>(one: Overage): Overage =>
    one.month === month ? { ...one, ...counters.reduce<OverageMonth>(countUntilChange, one) } : one;
  const { endings, current } = state.overage;
  const overage = {
    ...state.overage,
    endings: endings.map(markCounted),
    current: current && markCounted(current),
  };
  const closed = closeParts({ ...state, overage }, { month, counters }, now);
  if (isDeepStrictEqual(closed.state.overage, state.overage)) return keepState(state);
  const mailed = current ? mailProgress(closed, current) : closed;
  const isCounted = state.usage?.executions === closed.state.overage.current?.counted;
  const isRead = state.phase.kind === 'online' && !isCounted;
  const read: InstanceEffect[] = isRead ? [{ kind: 'read-usage' }] : [];
  return visible(state, merge(mailed, mailed, read));
};

/** Closes cancelled parts with the counter at which the next part of their month began: each execution is of one part. */
function closeParts(
  state: InstanceState,
  { month, counters }: Pick<Event<'executions-counted'>, 'month' | 'counters'>,
  now: number,
): Decision {
  let decision: Decision = keepState(state);
  for (const ending of state.overage.endings) {
    const last = counters.find(({ since }) => since === ending.until);
    if (ending.month !== month || ending.changes.length > 0 || !last) continue;
    decision = merge(decision, settleOverage(decision.state, ending, last.executions));
  }
  return decision.effects.length > 0 || decision.state !== state ? armMonthClose(decision, now) : decision;
}

/** A cancelled part, whose final counter is not read yet, does not charge executions that a larger plan allowed. */
function raiseEndings(state: InstanceState, now: number): InstanceState {
  const limit = state.facts.limits.monthlyExecutions;
  const raise = (ending: EndedOverage): EndedOverage => {
    if (ending.month !== timeframeOf(now) || ending.until !== undefined) return ending;
    const latest = ending.changes.at(-1) ?? ending;
    if (limit <= latest.limit) return ending;
    return { ...ending, ...withOverageChange(ending, { since: now, limit, terms: latest.terms }) };
  };
  return { ...state, overage: { ...state.overage, endings: state.overage.endings.map(raise) } };
}

/** Counts a reading of the process. @returns the state, with the mails that it causes. */
export function countReading(state: InstanceState, usage: Usage, now: number): Decision {
  const advanced = settleCancelled(advance(state, now), usage, now);
  const { current } = advanced.state.overage;
  if (current?.month !== usage.timeframe) return advanced;
  const counted = withCurrent(advanced.state, countOverage(current, usage.executions));
  return mailProgress({ state: counted, effects: advanced.effects }, current);
}

/**
 * Closes a cancelled part with the first reading after the cancellation: what runs later is of another plan. A reading of an
 * ended month's own time comes before its close.
 */
function settleCancelled(decision: Decision, usage: Usage, now: number): Decision {
  const closing = decision.state.overage.endings.filter(
    (ending) => ending.month === usage.timeframe && now >= ending.countFrom && isClosable(ending),
  );
  if (closing.length === 0) return decision;
  const settled = closing.reduce(
    (all, ending) => merge(all, settleOverage(all.state, ending, usage.executions)),
    decision,
  );
  return armMonthClose(settled, now);
}

/** Reads the counters of ended months, again each hour; settles them with the last reading when nothing answers. */
export const onMonthCloseDue: Reaction<'month-close-due'> = (state, _event, now) =>
  visible(state, closeMonths(advance(state, now), now));

function closeMonths(advanced: Decision, now: number): Decision {
  const settled = settleOver(advanced, now);
  const due = settled.state.overage.endings.filter(({ countFrom }) => now >= countFrom);
  if (due.length === 0) return armMonthClose(settled, now);
  const counts = due
    // The counters of its changes are read first.
    .filter(({ until }) => until === undefined)
    .map(({ month, part }): InstanceEffect => ({ kind: 'count-month', month, part }));
  const isOnline = settled.state.phase.kind === 'online';
  const effects = isOnline ? [...countChanges(settled.state), ...counts] : [];
  return armMonthClose(merge(settled, settled, effects), countAgainAt(now));
}

/** Settles the month with the counter that it closed with. */
export const onMonthCounted: Reaction<'month-counted'> = (state, { month, part, executions }, now) => {
  const ending = state.overage.endings.find((one) => one.month === month && one.part === part);
  return ending && isClosable(ending)
    ? armMonthClose(settleOverage(state, ending, executions), now)
    : keepState(state);
};

/**
 * Ends the current month's overage when it is over, and starts the next.
 * @param isWhole whether all of the month is paid for beyond the plan; otherwise what runs from now on.
 * @param changedAt when the plan changed, UTC ms.
 */
function advance(state: InstanceState, now: number, isWhole = false, changedAt = now): Decision {
  const { facts, phase, overage } = state;
  const month = timeframeOf(now);
  const isCancelled = facts.entitlement.kind === 'cancelled';
  const { current, endings } = overage;
  if (current && (current.month < month || isCancelled)) {
    const countFrom = isCancelled ? now : monthEnds(current.month) + SETTLING_MS;
    const ended = { ...overage, current: null, endings: [...endings, { ...current, countFrom }] };
    return armMonthClose(advance({ ...state, overage: ended }, now, !isCancelled), now);
  }
  const terms = facts.overage;
  const limit = facts.limits.monthlyExecutions;
  const isGone = phase.kind === 'removing' || phase.kind === 'deleted';
  if (isGone || isCancelled) return keepState(state);
  if (current) {
    // On hold, what ran until now is paid as it was agreed to, and a smaller plan charges nothing.
    const latest = current.changes.at(-1) ?? current;
    const inForce = terms ? limit : Math.max(limit, latest.limit);
    // The process may have run by a larger plan since its change.
    const since = inForce > latest.limit ? changedAt : now;
    const changed = withOverageChange(current, { since, limit: inForce, terms: terms ?? latest.terms });
    return { state: withCurrent(state, changed), effects: [] };
  }
  // The sandbox's clock can go back: a month that was settled stays so.
  if (!terms || endings.some((one) => one.month > month) || (overage.last?.month ?? month) > month)
    return keepState(state);
  const part = nextPart(overage, month);
  const begun = isWhole ? { limit, changes: [] } : { limit: UNPAID, changes: [{ since: now, limit, terms }] };
  const next = { month, part, counted: 0, executions: 0, terms, ...begun };
  return armMonthClose({ state: withCurrent(endBefore(state, month, now), next), effects: [] }, now);
}

/** The next part of a month begins: what runs later is of no earlier part. */
function endBefore(state: InstanceState, month: string, now: number): InstanceState {
  const endings = state.overage.endings.map((ending) =>
    ending.month === month && ending.until === undefined ? { ...ending, until: now } : ending,
  );
  return { ...state, overage: { ...state.overage, endings } };
}

function nextPart({ endings, last }: OverageState, month: string): number {
  const earlier = [...endings, last].filter((one) => one?.month === month).map((one) => one?.part ?? 0);
  return Math.max(0, ...earlier) + 1;
}

/** The visible state of the month has changed. */
function visible(before: InstanceState, { state, effects }: Decision): Decision {
  if (isDeepStrictEqual(before.overage.current, state.overage.current)) return { state, effects };
  return { state: { ...state, revision: before.revision + 1 }, effects: [...effects, { kind: 'push' }] };
}

function withCurrent(state: InstanceState, current: OverageMonth | null): InstanceState {
  return { ...state, overage: { ...state.overage, current } };
}
