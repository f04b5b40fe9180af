import { isDeepStrictEqual } from 'node:util';
import { resolveTimezone } from '../../time/timezone.ts';
import { versionChange } from '../releases.ts';
import type { InstanceState } from '../state.ts';
import { changeState, keepState, pendingPhase, scheduleProbe } from './change.ts';
import type { Decision, Refusal } from './events.ts';
import type { Reaction } from './transition.ts';

/** Saves new settings, which takes the workspace offline briefly (spec §4). Saving equal settings changes nothing. */
export const configure: Reaction<'configuration-requested', InstanceState, Decision | Refusal> = (
  state,
  { change, releases },
  now,
) => {
  const { configuration, phase } = state;
  if (phase.kind === 'pending' && phase.update) return { refused: 'workspace_pending' };
  const version = change.version ?? configuration.version;
  const zone = change.timezone ?? configuration.timezone;
  const timezone = zone === configuration.timezone ? zone : resolveTimezone(zone);
  if (timezone === null) return { refused: 'timezone_unknown', field: 'timezone' };
  const kind = versionChange(releases, configuration.version, version);
  if (kind === 'unknown') return { refused: 'version_unknown', field: 'version' };
  if (kind === 'downgrade') return { refused: 'downgrade_refused', field: 'version' };
  if (kind === 'upgrade-over-breaking' && change.confirmName !== state.facts.name)
    return { refused: 'breaking_change_unconfirmed', field: 'confirmName' };
  const saveExecutions = { ...configuration.saveExecutions, ...(change.switched ?? change.saveExecutions) };
  const next = { version, timezone, saveExecutions };
  if (isDeepStrictEqual(next, configuration)) return keepState(state);
  const isNewVersion = version !== configuration.version;
  return changeState(
    state,
    {
      configuration: next,
      phase: pendingPhase('configure', now),
      ...(isNewVersion ? { staleness: null } : {}),
    },
    now,
    [scheduleProbe(now), ...(isNewVersion ? [{ kind: 'cancel', schedule: 'update' } as const] : [])],
  );
};

/** Restarts the process: the cluster does so when the number of restarts changes. */
export const restart: Reaction<'restart-requested'> = (state, _event, now) =>
  changeState(state, { restarts: state.restarts + 1, phase: pendingPhase('restart', now) }, now, [
    scheduleProbe(now),
  ]);
