import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/clock.ts';
import { jitter } from '../polling.ts';
import {
  FORCED_UPDATE_LEAD_MS,
  isWithdrawn,
  MAX_POSTPONEMENTS,
  POSTPONE_MS,
  REHEARSAL_LEAD_MS,
  replacementOf,
} from '../releases.ts';
import type { InstanceState } from '../state.ts';
import { changeState, keepState } from './change.ts';
import type { InstanceEffect } from './events.ts';
import type { Reaction } from './transition.ts';

/** On the date, between requests for the rehearsal, each of which joins a running one. */
const RETRY_MS = 10 * MINUTE_MS;
/** The same before the date, while the workspace is not Online or another version is rehearsed. */
const REHEARSAL_RETRY_MS = HOUR_MS;

/** @returns when the next daily work is due, UTC ms; spread over workspaces. */
export function nextDayAt({ facts }: InstanceState, now: number): number {
  return now + jitter(DAY_MS, facts.workspaceId);
}

export const onDayPassed: Reaction<'day-passed'> = (state, _event, now) => ({
  state,
  effects: [
    { kind: 'arm', schedule: 'day', at: nextDayAt(state, now) },
    { kind: 'read-releases' },
    { kind: 'heartbeat' },
  ],
});

/** Announces once that a version is too old. It is replaced 30 days later unless an operator updates before. */
export const onReleasesRead: Reaction<'releases-read'> = (state, { releases }, now) => {
  const { staleness, configuration } = state;
  const target = replacementOf(releases, configuration.version, now);
  const { version } = configuration;
  if (target === null) {
    // A withdrawn release without another to replace it must not come on the announced date.
    if (!staleness || !isWithdrawn(releases, staleness.target)) return keepState(state);
    return changeState(state, { staleness: null }, now, [{ kind: 'cancel', schedule: 'update' }]);
  }
  if (staleness?.version === version) {
    if (staleness.target === target) return keepState(state);
    // A newer release replaces the announced one and is rehearsed too; the date stays.
    const at = Math.max(now, staleness.updateAt - REHEARSAL_LEAD_MS);
    return changeState(state, { staleness: { ...staleness, target } }, now, [
      { kind: 'arm', schedule: 'update', at },
    ]);
  }
  const updateAt = now + FORCED_UPDATE_LEAD_MS;
  return changeState(state, { staleness: { version, target, updateAt } }, now, [
    { kind: 'arm', schedule: 'update', at: updateAt - REHEARSAL_LEAD_MS },
    {
      kind: 'mail',
      id: `version_stale:${version}:${updateAt}`,
      mail: { template: 'version_stale', data: { version, target, updateAt } },
    },
  ]);
};

/**
 * Rehearses the announced version a week before its date, or as soon after it as the workspace is Online, and again on the
 * date. The schedule repeats the request until the rehearsal reports, so that no crash and no other rehearsal ends it.
 */
export const onUpdateDue: Reaction<'update-due'> = (state, _event, now) => {
  const { phase } = state;
  const staleness = announcedUpdate(state);
  if (!staleness) return keepState(state);
  const { version: from, target, updateAt, rehearsed } = staleness;
  const armAt = (at: number): InstanceEffect => ({ kind: 'arm', schedule: 'update', at });
  const isDue = now >= updateAt;
  if (!isDue && now < updateAt - REHEARSAL_LEAD_MS)
    return { state, effects: [armAt(updateAt - REHEARSAL_LEAD_MS)] };
  if (!isDue && rehearsed === target) return { state, effects: [armAt(updateAt)] };
  const again = armAt(isDue ? now + RETRY_MS : Math.min(updateAt, now + REHEARSAL_RETRY_MS));
  // An Offline workspace is rehearsed with its last backup: the update may be what brings it back.
  const canRehearse = phase.kind === 'online' || (isDue && phase.kind === 'offline');
  if (!canRehearse) return { state, effects: [again] };
  return { state, effects: [again, { kind: 'rehearse', from, target, updateAt }] };
};

/** A stopped workspace keeps its version; once it runs again, the daily check announces the update again. */
export const onUpdateDueWhileStopped: Reaction<'update-due'> = (state, event, now) => {
  const staleness = announcedUpdate(state);
  if (!staleness || now < staleness.updateAt) return onUpdateDue(state, event, now);
  return changeState(state, { staleness: null }, now);
};

/**
 * Mails the report of a rehearsal. An update that was not carried out on its date is postponed by a week. After a few weeks
 * it is reported, and its next date is as far ahead as after the announcement.
 */
export const onUpdateRehearsed: Reaction<'update-rehearsed'> = (
  state,
  { target, updateAt, verdict, problems },
  now,
) => {
  const staleness = announcedUpdate(state);
  if (staleness?.target !== target || staleness.updateAt !== updateAt) return keepState(state);
  // The daily check names another version, or calls the update off.
  if (verdict === 'withdrawn') return { state, effects: [{ kind: 'read-releases' }] };
  const isDue = now >= updateAt;
  if (isDue ? verdict === 'passed' : staleness.rehearsed === target) return keepState(state);
  const { version } = staleness;
  const postponed = (staleness.postponed ?? 0) + Number(isDue);
  const isOverdue = postponed > MAX_POSTPONEMENTS;
  const next = isOverdue
    ? { version, target, updateAt: now + FORCED_UPDATE_LEAD_MS }
    : { ...staleness, rehearsed: target, postponed, updateAt: isDue ? now + POSTPONE_MS : updateAt };
  return changeState(state, { staleness: next }, now, [
    { kind: 'arm', schedule: 'update', at: isOverdue ? next.updateAt - REHEARSAL_LEAD_MS : next.updateAt },
    {
      kind: 'mail',
      // The report a week before the next date is another mail.
      id: `update_rehearsed:${target}:${next.updateAt}${isOverdue ? ':overdue' : ''}`,
      mail: {
        template: 'update_rehearsed',
        data: { version, target, updateAt: next.updateAt, verdict, problems },
      },
    },
    ...(isOverdue ? [{ kind: 'report', trouble: 'forced_update_overdue' } as const] : []),
  ]);
};

/** @returns the announced update of the running version; null without one. */
function announcedUpdate({ configuration, staleness }: InstanceState): InstanceState['staleness'] {
  return staleness?.version === configuration.version ? staleness : null;
}
