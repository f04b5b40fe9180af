import { DAY_MS } from '../../time/clock.ts';
import { jitter } from '../polling.ts';
import { FORCED_UPDATE_LEAD_MS, replacementOf } from '../releases.ts';
import type { InstanceState } from '../state.ts';
import { changed, pending, scheduleProbe, unchanged } from './change.ts';
import type { Decision } from './events.ts';
import type { Event } from './transition.ts';

/** @returns when the next day's work is due, UTC ms; each workspace at a time of its own. */
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

/** Announces once that a version is too old; it is replaced 30 days later unless its operators do so before. */
export function onReleasesRead(
  state: InstanceState,
  { releases }: Event<'releases-read'>,
  now: number,
): Decision {
  const { staleness, configuration } = state;
  const target = replacementOf(releases, configuration.version, now);
  if (target === null) return unchanged(state);
  const { version } = configuration;
  if (staleness?.version === version) {
    if (staleness.target === target) return unchanged(state);
    // A newer release replaces the announced one; the date stays.
    return changed(state, { staleness: { ...staleness, target } }, now);
  }
  const updateAt = now + FORCED_UPDATE_LEAD_MS;
  return changed(state, { staleness: { version, target, updateAt } }, now, [
    { kind: 'arm', schedule: 'update', at: updateAt },
    {
      kind: 'mail',
      id: `version_stale:${version}:${updateAt}`,
      mail: { template: 'version_stale', data: { version, target, updateAt } },
    },
  ]);
}

/** Replaces a version that is still the announced one, on its date. */
export function onUpdateDue(state: InstanceState, _event: Event<'update-due'>, now: number): Decision {
  return whenDue(state, now, ({ version, target, updateAt }) =>
    changed(
      state,
      {
        configuration: { ...state.configuration, version: target },
        staleness: null,
        phase: pending('update', now),
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

/** A workspace that does not run keeps its version: should it run again, the day's check announces it again. */
export function onUpdateDueWhileStopped(
  state: InstanceState,
  _event: Event<'update-due'>,
  now: number,
): Decision {
  return whenDue(state, now, () => changed(state, { staleness: null }, now));
}

function whenDue(
  state: InstanceState,
  now: number,
  update: (staleness: NonNullable<InstanceState['staleness']>) => Decision,
): Decision {
  const { staleness, configuration } = state;
  if (!staleness || staleness.version !== configuration.version) return unchanged(state);
  if (now >= staleness.updateAt) return update(staleness);
  return { state, effects: [{ kind: 'arm', schedule: 'update', at: staleness.updateAt }] };
}
