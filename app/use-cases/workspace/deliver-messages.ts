import { canStillListen } from '#app/domain/access/session.ts';
import type { OutboxPayload } from '#app/domain/mail/messages.ts';
import { type Clock, MINUTE_MS } from '#app/domain/time/clock.ts';
import type { WorkspaceStore } from '#db/queries/workspaces.ts';
import { unwrap } from './call-object.ts';
import type { ObjectPorts } from './rpc.ts';

/** After this, the payment is in the list of every page that shows payments. */
const MAX_ANNOUNCEMENT_AGE_MS = 5 * MINUTE_MS;

/**
 * Delivers an outbox message: closes the live connections of an ended session. A session without recent
 * requests has no connection and costs no call. Idempotent.
 */
export async function closeLive(
  ports: { clock: Clock } & ObjectPorts<'closeLive'>,
  { workspaceId, listener, lastSeenAt }: OutboxPayload<'workspace.close_live'>,
): Promise<void> {
  if (lastSeenAt !== null && !canStillListen(lastSeenAt, ports.clock.now())) return;
  await ports.workspaceObject(workspaceId).closeLive(listener);
}

/** Delivers an outbox message: announces a payment on open pages. Drops an outdated announcement. */
export async function announcePayment(
  ports: { clock: Clock } & ObjectPorts<'announcePayment'>,
  { workspaceId, outcome }: OutboxPayload<'workspace.announce_payment'>,
  createdAt: number,
): Promise<void> {
  if (ports.clock.now() - createdAt > MAX_ANNOUNCEMENT_AGE_MS) return;
  await ports.workspaceObject(workspaceId).announcePayment(outcome);
}

/**
 * Delivers an outbox message: sends a workspace a person's current role, or that they left. Idempotent.
 * @throws AppError workspace_not_online and other refusals of the workspace's object: the outbox retries.
 */
export async function setPersonInWorkspace(
  ports: { clock: Clock; workspaces: Pick<WorkspaceStore, 'roleOf'> } & ObjectPorts<'setPerson'>,
  { workspaceId, accountId, email }: OutboxPayload<'workspace.set_person'>,
): Promise<void> {
  const at = ports.clock.now();
  const role = await ports.workspaces.roleOf(accountId, email);
  unwrap(await ports.workspaceObject(workspaceId).setPerson({ accountId, email, role, at }));
}

/**
 * Delivers an outbox message: ends a person's sessions in a workspace. Idempotent.
 * @param at when the sessions were to end, UTC ms.
 * @throws AppError workspace_not_online and other refusals of the workspace's object: the outbox retries.
 */
export async function signOutOfWorkspace(
  ports: ObjectPorts<'signOut'>,
  { workspaceId, accountId, email }: OutboxPayload<'workspace.sign_out'>,
  at: number,
): Promise<void> {
  unwrap(await ports.workspaceObject(workspaceId).signOut({ accountId, email, at }));
}
