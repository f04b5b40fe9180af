import { DAY_MS } from '../../time/clock.ts';
import { jitter } from '../polling.ts';
import { FORCED_UPDATE_LEAD_MS, replacementOf } from '../releases.ts';
import type { InstanceState } from '../state.ts';
import { changeState, keepState, pendingPhase, scheduleProbe } from './change.ts';
import type { Decision } from './events.ts';
import type { Event } from './transition.ts';

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
  if (target === null) return keepState(state);
  const { version } = configuration;
  if (staleness?.version === version) {
    if (staleness.target === target) return keepState(state);
    // A newer release replaces the announced one; the date stays.
    return changeState(state, { staleness: { ...staleness, target } }, now);
  }
  const updateAt = now + FORCED_UPDATE_LEAD_MS;
  return changeState(state, { staleness: { version, target, updateAt } }, now, [
    { kind: 'arm', schedule: 'update', at: updateAt },
    {
      kind: 'mail',
      id: `version_stale:${version}:${updateAt}`,
      mail: { template: 'version_stale', data: { version, target, updateAt } },
    },
  ]);
}

/** Replaces the announced version on its date, if it still runs. */
export function onUpdateDue(state: InstanceState, _event: Event<'update-due'>, now: number): Decision {
  return whenDue(state, now, ({ version, target, updateAt }) =>
    changeState(
      state,
      {
        configuration: { ...state.configuration, version: target },
        staleness: null,
        phase: pendingPhase('update', now),
      },
      now,
      [
        scheduleProbe(now),
        {
          kind: 'mail',
          id: `version_updated:${version}:${updateAt}`,
          mail: { template: 'version_updated', data: { version, target } },
        },
      ],
    ),
  );
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
  return { state, effects: [{ kind: 'arm', schedule: 'update', at: staleness.updateAt }] };
}
