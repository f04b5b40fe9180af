import { isTimezone } from '../../time/timezone.ts';
import { versionChange } from '../releases.ts';
import type { InstanceState } from '../state.ts';
import { changed, isToRun, lookAt, pending, unchanged } from './change.ts';
import type { Decision, InstanceEvent, Refusal } from './events.ts';

/** New settings; they take the workspace offline briefly (spec §4). Saving what is set already does nothing. */
export function configured(
  state: InstanceState,
  { accountId, change, releases }: Extract<InstanceEvent, { kind: 'configured' }>,
  now: number,
): Decision | Refusal {
  if (accountId !== state.facts.accountId) return { refused: 'workspace_not_found' };
  if (!isToRun(state)) return { refused: 'workspace_stopped' };
  const { configuration } = state;
  const version = change.version ?? configuration.version;
  const timezone = change.timezone ?? configuration.timezone;
  if (timezone !== configuration.timezone && !isTimezone(timezone)) {
    return { refused: 'timezone_unknown', field: 'timezone' };
  }
  switch (versionChange(releases, configuration.version, version)) {
    case 'unknown':
      return { refused: 'version_unknown', field: 'version' };
    case 'downgrade-over-breaking':
      return { refused: 'downgrade_refused', field: 'version' };
    case 'upgrade-over-breaking':
      if (change.confirmName !== state.facts.name) {
        return { refused: 'breaking_change_unconfirmed', field: 'confirmName' };
      }
      break;
    case 'none':
    case 'plain':
      break;
  }
  const saveExecutions = change.saveExecutions ?? configuration.saveExecutions;
  const next = { version, timezone, saveExecutions };
  if (JSON.stringify(next) === JSON.stringify(configuration)) return unchanged(state);
  const isNewVersion = version !== configuration.version;
  return changed(
    state,
    {
      configuration: next,
      phase: pending('configure', now),
      ...(isNewVersion ? { staleness: null } : {}),
    },
    now,
    [lookAt(now), ...(isNewVersion ? [{ kind: 'cancel', schedule: 'update' } as const] : [])],
  );
}

/** A restart, which is the cluster's to do: it is told a number that it has not seen yet. */
export function restarted(
  state: InstanceState,
  { accountId }: Extract<InstanceEvent, { kind: 'restarted' }>,
  now: number,
): Decision | Refusal {
  if (accountId !== state.facts.accountId) return { refused: 'workspace_not_found' };
  if (state.phase.kind === 'pending') return { refused: 'workspace_pending' };
  if (!isToRun(state)) return { refused: 'workspace_stopped' };
  return changed(state, { restarts: state.restarts + 1, phase: pending('restart', now) }, now, [lookAt(now)]);
}
