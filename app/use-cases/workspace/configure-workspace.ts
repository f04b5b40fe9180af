import type { RecordedAct } from '#app/domain/access/audit.ts';
import { requirePermission } from '#app/domain/access/require-permission.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { ConfigurationChange } from '#app/domain/instance/machine/events.ts';
import { listOfferedVersions, type OfferedVersion } from '#app/domain/instance/releases.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { type Actor, type RecordPorts, recordActs } from '../record-acts.ts';
import type { Services } from '../services.ts';
import { callObject } from './call-object.ts';
import type { ObjectPorts } from './rpc.ts';
import type { SavedSettings } from './rpc-requests.ts';

/**
 * For operators: sets version, timezone and saved executions. The workspace's object decides by its current version and the
 * given releases, since the page may be outdated.
 * @returns the instance, Pending if a change applied immediately, and whether another version is rehearsed first.
 * @throws AppError forbidden, workspace_stopped, version_unknown, timezone_unknown, downgrade_refused,
 *   breaking_change_unconfirmed, update_under_way, settings_not_saved.
 */
export async function configureWorkspace(
  ports: Pick<Services, 'releases'> & RecordPorts & ObjectPorts<'saveSettings'>,
  { viewer, client }: Actor,
  change: ConfigurationChange,
): Promise<SavedSettings> {
  requirePermission(viewer, 'workspace:configure');
  await recordActs(ports, { viewer, client }, 'settings_not_saved', actsOf(change));
  const { releases } = change.version === undefined ? { releases: [] } : await ports.releases.all();
  const request = { accountId: viewer.account.id, change, releases };
  const object = ports.workspaceObject(viewer.workspace.id);
  return callObject('settings_not_saved', () => object.saveSettings(request));
}

/**
 * For operators: restarts the workspace, which is offline for a moment.
 * @throws AppError forbidden, workspace_pending, workspace_stopped, restart_failed.
 */
export async function restartWorkspace(
  ports: RecordPorts & ObjectPorts<'restart'>,
  { viewer, client }: Actor,
): Promise<InstanceView> {
  requirePermission(viewer, 'workspace:configure');
  await recordActs(ports, { viewer, client }, 'restart_failed', [{ kind: 'restart_requested' }]);
  const object = ports.workspaceObject(viewer.workspace.id);
  return callObject('restart_failed', () => object.restart(viewer.account.id));
}

/**
 * For operators: reverts to the version and data from before the last update, which takes the workspace
 * offline for a moment.
 * @throws AppError forbidden, workspace_pending, workspace_stopped, going_back_unavailable, settings_not_saved.
 */
export async function goBackToEarlierVersion(
  ports: RecordPorts & ObjectPorts<'goBack'>,
  { viewer, client }: Actor,
): Promise<InstanceView> {
  requirePermission(viewer, 'workspace:configure');
  await recordActs(ports, { viewer, client }, 'settings_not_saved', [{ kind: 'earlier_version_requested' }]);
  const object = ports.workspaceObject(viewer.workspace.id);
  return callObject('settings_not_saved', () => object.goBack(viewer.account.id));
}

/**
 * For operators: the versions to choose from, newest first.
 * @param current the workspace's version.
 * @throws AppError forbidden
 */
export async function listVersions(
  ports: Pick<Services, 'releases'>,
  viewer: Viewer,
  current: string,
): Promise<OfferedVersion[]> {
  requirePermission(viewer, 'workspace:configure');
  const { releases } = await ports.releases.all();
  return listOfferedVersions(releases, current);
}

function actsOf({ version, timezone, saveExecutions }: ConfigurationChange): RecordedAct[] {
  return [
    ...(version === undefined ? [] : [{ kind: 'version_requested', subject: version } as const]),
    ...(timezone === undefined ? [] : [{ kind: 'timezone_requested', subject: timezone } as const]),
    ...(saveExecutions === undefined ? [] : [{ kind: 'saved_executions_requested' } as const]),
  ];
}
