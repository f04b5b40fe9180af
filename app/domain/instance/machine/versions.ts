import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/clock.ts';
import { jitter } from '../polling.ts';
import { FORCED_UPDATE_LEAD_MS, isWithdrawn, REHEARSAL_LEAD_MS, replacementOf } from '../releases.ts';
import type { InstanceState } from '../state.ts';
import { changeState, keepState } from './change.ts';
import type { Decision, InstanceEffect } from './events.ts';
import type { Event } from './transition.ts';
import { beginUpdate } from './update.ts';

/** A workspace that is just starting or changing is updated afterwards. */
const RETRY_MS = 10 * MINUTE_MS;
/** Between attempts to rehearse a forced update while the workspace is not Online. */
const REHEARSAL_RETRY_MS = HOUR_MS;

/** @returns when the next daily work is due, UTC ms; spread over workspaces. */
export function nextDayAt({ facts }: InstanceState, now: number): number {
  return now + jitter(DAY_MS, facts.workspaceId);
}

export function onDayPassedWhileDeleted(state: InstanceState): Decision {
  return { state, effects: [{ kind: 'cancel', schedule: 'day' }] };
}

export function onDayPassed(state: InstanceState, _event: Event<'day-passed'>, now: number): Decision {
  return {
    state,
    effects: [
      { kind: 'arm', schedule: 'day', at: nextDayAt(state, now) },
      { kind: 'read-releases' },
      { kind: 'heartbeat' },
    ],
  };
}

/** Announces once that a version is too old. It is replaced 30 days later unless an operator updates before. */
export function onReleasesRead(
  state: InstanceState,
  { releases }: Event<'releases-read'>,
  now: number,
): Decision {
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
}

/** Starts to replace the announced version on its date, if it still runs. */
export function onUpdateDue(state: InstanceState, _event: Event<'update-due'>, now: number): Decision {
  const { phase, usage } = state;
  return whenDue(state, now, ({ target }) => {
    // Also for an interrupted update, such as by the end of the trial.
    const again = { kind: 'arm', schedule: 'update', at: now + RETRY_MS } as const;
    if (phase.kind === 'pending') return { state, effects: [again] };
    const activeWorkflows = usage?.activeWorkflows ?? null;
    const begun = beginUpdate(state, { target, activeWorkflows, isForced: true }, now);
    return { ...begun, effects: [...begun.effects, again] };
  });
}

/** A stopped workspace keeps its version; once it runs again, the daily check announces the update again. */
export function onUpdateDueWhileStopped(
  state: InstanceState,
  _event: Event<'update-due'>,
  now: number,
): Decision {
  return whenDue(state, now, () => changeState(state, { staleness: null }, now));
}

function whenDue(
  state: InstanceState,
  now: number,
  update: (staleness: NonNullable<InstanceState['staleness']>) => Decision,
): Decision {
  const { staleness, configuration } = state;
  if (!staleness || staleness.version !== configuration.version) return keepState(state);
  if (now >= staleness.updateAt) return update(staleness);
  return rehearseAhead(state, staleness, now);
}

/** Rehearses the announced version once, a week before its date or as soon after it as the workspace is Online. */
function rehearseAhead(
  state: InstanceState,
  staleness: NonNullable<InstanceState['staleness']>,
  now: number,
): Decision {
  const { version, target, updateAt, rehearsed } = staleness;
  const rehearseAt = updateAt - REHEARSAL_LEAD_MS;
  if (now < rehearseAt) return { state, effects: [{ kind: 'arm', schedule: 'update', at: rehearseAt }] };
  const armAt = (at: number): InstanceEffect => ({ kind: 'arm', schedule: 'update', at });
  if (rehearsed === target) return { state, effects: [armAt(updateAt)] };
  if (state.phase.kind !== 'online')
    return { state, effects: [armAt(Math.min(updateAt, now + REHEARSAL_RETRY_MS))] };
  return {
    state: { ...state, staleness: { ...staleness, rehearsed: target } },
    effects: [armAt(updateAt), { kind: 'rehearse', from: version, target, updateAt }],
  };
}
