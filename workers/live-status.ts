import { can } from '#app/domain/access/roles.ts';
import { SESSION_ABSOLUTE_LIMIT_MS } from '#app/domain/access/session.ts';
import { owesSecondFactor, viewerFor } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { BILLING_LISTENER, liveHeaders } from '#durable-objects/workspace/live.ts';
import type { Env } from './env.ts';
import { workspaceStub } from './instances.ts';

/**
 * The WebSocket on which a workspace's object pushes its status. The Worker authorizes the listener; the socket itself ends
 * in the object, which sleeps while nothing changes.
 *
 * @throws AppError not_signed_in, second_factor_due, second_factor_needed, forbidden, api_token_scope_missing,
 *   email_not_confirmed, unsupported_media_type for a request that is not a WebSocket upgrade.
 */
export async function liveStatus(request: Request, env: Env, context: RequestContext): Promise<Response> {
  if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket') {
    throw new AppError('unsupported_media_type');
  }
  const state = await context.viewer();
  if (state.kind === 'second-factor-due') throw new AppError('second_factor_due');
  if (state.kind !== 'signed-in' && state.kind !== 'by-token') throw new AppError('not_signed_in');
  if (!can(state.viewer.role, 'workspace:view')) throw new AppError('forbidden');
  const viewer = viewerFor(state, 'workspace:view');
  if (viewer === null) throw new AppError('api_token_scope_missing');
  // An account with an unconfirmed e-mail has no running workspace.
  if (viewer.progress.confirmedAt === null) throw new AppError('email_not_confirmed');
  if (owesSecondFactor(viewer)) throw new AppError('second_factor_needed');
  const { session, user, workspace } = viewer;
  const endsAt =
    state.kind === 'by-token' ? state.token.expiresAt : session.createdAt + SESSION_ABSOLUTE_LIMIT_MS;
  // The object gets only the listener's tags, and no other header of the browser.
  const listeners = [`session:${session.id}`, `user:${user.id}`];
  if (state.kind === 'signed-in' && can(viewer.role, 'billing:manage')) listeners.push(BILLING_LISTENER);
  const headers = new Headers({
    Upgrade: 'websocket',
    [liveHeaders.listeners]: listeners.join(' '),
  });
  if (endsAt !== null) headers.set(liveHeaders.endsAt, String(endsAt));
  const response = await workspaceStub(env, workspace.id).fetch(request.url, { headers });
  // The session ended while the request was on its way.
  if (response.status !== 101) throw new AppError('not_signed_in');
  return response;
}
