import { DAY_MS } from '../../time/clock.ts';
import { spread } from '../polling.ts';
import { FORCED_UPDATE_LEAD_MS, type Release, replacementOf } from '../releases.ts';
import type { InstanceState } from '../state.ts';
import { changed, isToRun, lookAt, pending, unchanged } from './change.ts';
import type { Decision } from './events.ts';

/** @returns when the next day's work is due, UTC ms; each workspace at a time of its own. */
export function nextDayAt({ facts }: InstanceState, now: number): number {
  return now + spread(DAY_MS, facts.workspaceId);
}

export function dayPassed(state: InstanceState, now: number): Decision {
  if (state.phase.kind === 'deleted') return { state, effects: [{ kind: 'cancel', schedule: 'day' }] };
  return {
    state,
    effects: [
      { kind: 'arm', schedule: 'day', at: nextDayAt(state, now) },
      { kind: 'read-releases' },
      { kind: 'heartbeat' },
    ],
  };
}

/** A version that is too old is told of once, and replaced 30 days later unless its operators do so before. */
export function releasesRead(state: InstanceState, releases: readonly Release[], now: number): Decision {
  const { staleness, configuration } = state;
  // What does not run is left as it is: should it run again, its version is looked at again.
  if (!isToRun(state)) return unchanged(state);
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

export function updateDue(state: InstanceState, now: number): Decision {
  const { staleness, configuration } = state;
  if (!staleness || staleness.version !== configuration.version) return unchanged(state);
  if (now < staleness.updateAt) {
    return { state, effects: [{ kind: 'arm', schedule: 'update', at: staleness.updateAt }] };
  }
  if (!isToRun(state)) return changed(state, { staleness: null }, now);
  const { version, target, updateAt } = staleness;
  return changed(
    state,
    {
      configuration: { ...configuration, version: target },
      staleness: null,
      phase: pending('update', now),
    },
    now,
    [
      lookAt(now),
      {
        kind: 'mail',
        id: `version_updated:${version}:${updateAt}`,
        mail: { template: 'version_updated', data: { version, target } },
      },
    ],
  );
}
