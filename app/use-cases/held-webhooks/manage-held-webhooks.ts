import type { RecordedAct } from '#app/domain/access/audit.ts';
import { requirePermission } from '#app/domain/access/require-permission.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { HeldDetail, HeldList, HeldSettings } from '#app/domain/held-webhooks/held-request.ts';
import { type Actor, type RecordPorts, recordActs } from '../record-acts.ts';
import { callObject } from '../workspace/call-object.ts';
import type { HeldChoice, HeldFilter, HeldSelection } from '../workspace/held-rpc.ts';
import type { ObjectPorts, RpcResult, WorkspaceRpc } from '../workspace/rpc.ts';

/** The account comes only from the viewer. */
type OfAccount<Request> = Request extends unknown ? Omit<Request, 'accountId'> : never;

/**
 * Any member: a page of the workspace's held webhooks, without headers, queries and bodies.
 * @throws AppError forbidden, workspace_not_found, held_webhooks_unavailable.
 */
export async function listHeldWebhooks(
  ports: ObjectPorts<'listHeld'>,
  viewer: Viewer,
  filter: OfAccount<HeldFilter>,
): Promise<HeldList> {
  requirePermission(viewer, 'workspace:view');
  const object = ports.workspaceObject(viewer.workspace.id);
  return callObject('held_webhooks_unavailable', () =>
    object.listHeld({ ...filter, accountId: viewer.account.id }),
  );
}

/**
 * For operators, since it can hold personal data: one held webhook with its headers, query and body. Recorded before
 * anything of it is shown.
 * @throws AppError forbidden, held_request_not_found also for another account's webhook, held_webhooks_unavailable.
 */
export async function openHeldWebhook(
  ports: ObjectPorts<'findHeld'> & RecordPorts,
  actor: Actor,
  id: string,
): Promise<HeldDetail> {
  // Records nothing before the webhook is known.
  const found = await act(ports, actor, [], (object, accountId) => object.findHeld({ accountId, id }));
  const opened = { kind: 'webhook_opened', subject: `${found.path} (${found.id})` } as const;
  await recordActs(ports, actor, 'held_webhooks_unavailable', [opened]);
  return found;
}

/**
 * For operators: all held webhooks with headers, queries and whole bodies, a line of JSON each. Recorded before anything of
 * them is read.
 * @throws AppError forbidden, workspace_not_found, held_webhooks_unavailable.
 */
export function archiveHeldWebhooks(
  ports: ObjectPorts<'archiveHeld'> & RecordPorts,
  actor: Actor,
): Promise<ReadableStream<Uint8Array>> {
  const event = { kind: 'webhooks_downloaded', subject: null } as const;
  return act(ports, actor, [event], (object, accountId) => object.archiveHeld({ accountId }));
}

/**
 * For operators: replays waiting webhooks now, and retries failed ones. Idempotent.
 * @throws AppError forbidden, held_request_not_found, held_content_gone, held_webhooks_unavailable.
 */
export function replayHeldWebhooks(
  ports: ObjectPorts<'replayHeld'> & RecordPorts,
  actor: Actor,
  selection: OfAccount<HeldSelection>,
): Promise<{ count: number }> {
  const event = { kind: 'webhooks_replay_requested', subject: subjectOf(selection) } as const;
  return act(ports, actor, [event], (object, accountId) => object.replayHeld({ ...selection, accountId }));
}

/**
 * For operators: drops waiting and failed webhooks, and deletes their content. Idempotent.
 * @throws AppError forbidden, held_request_not_found, held_webhooks_unavailable.
 */
export function dropHeldWebhooks(
  ports: ObjectPorts<'dropHeld'> & RecordPorts,
  actor: Actor,
  selection: OfAccount<HeldSelection>,
): Promise<{ count: number }> {
  const event = { kind: 'webhooks_drop_requested', subject: subjectOf(selection) } as const;
  return act(ports, actor, [event], (object, accountId) => object.dropHeld({ ...selection, accountId }));
}

/**
 * For operators: pauses or resumes the replay, and sets the order of the workspace or the choice for a path.
 * Omitted settings stay.
 * @throws AppError forbidden, workspace_not_found, held_webhooks_unavailable.
 */
export function changeHeldSettings(
  ports: ObjectPorts<'setHeldChoice'> & RecordPorts,
  actor: Actor,
  change: OfAccount<HeldChoice>,
): Promise<HeldSettings> {
  return act(ports, actor, eventsOf(change), (object, accountId) =>
    object.setHeldChoice({ ...change, accountId }),
  );
}

async function act<Method extends keyof WorkspaceRpc, Value>(
  ports: ObjectPorts<Method> & RecordPorts,
  actor: Actor,
  events: readonly RecordedAct[],
  call: (object: Pick<WorkspaceRpc, Method>, accountId: string) => Promise<RpcResult<Value>>,
): Promise<Value> {
  const { workspace, account } = actor.viewer;
  requirePermission(actor.viewer, 'workspace:configure');
  await recordActs(ports, actor, 'held_webhooks_unavailable', events);
  return callObject('held_webhooks_unavailable', () => call(ports.workspaceObject(workspace.id), account.id));
}

function eventsOf({ paused, order, path }: OfAccount<HeldChoice>): readonly RecordedAct[] {
  return [
    ...(paused === undefined
      ? []
      : [{ kind: paused ? 'webhooks_paused' : 'webhooks_resumed', subject: null } as const]),
    ...(order === undefined ? [] : [{ kind: 'webhooks_order_changed', subject: null } as const]),
    ...(path === undefined ? [] : [{ kind: 'webhook_path_changed', subject: path.path } as const]),
  ];
}

function subjectOf(selection: OfAccount<HeldSelection>): string {
  return 'path' in selection ? selection.path : selection.ids.join(', ');
}
