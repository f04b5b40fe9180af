import { holds } from '#app/domain/access/grants.ts';
import { SESSION_ABSOLUTE_LIMIT_MS } from '#app/domain/access/session.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { caller } from '#app/http/caller.ts';
import { answerOtherMethod } from '#app/http/error-response.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { BILLING_LISTENER, liveHeaders } from '#durable-objects/workspace/live.ts';
import type { Env } from './env.ts';
import { workspaceStub } from './instances.ts';
import { withDataHeaders } from './security-headers.ts';

const admission = caller('workspace:view');

/**
 * The WebSocket on which a workspace's object pushes its status. The Worker authorizes the listener; the socket ends in
 * the object.
 * @returns 101; 405 for another method than GET, before anything is read.
 * @throws AppError as the admission; unsupported_media_type for another request, not_signed_in if the session ends right
 *   now.
 */
export const liveStatus = Object.assign(connectListener, { admission });

async function connectListener(request: Request, env: Env, context: RequestContext): Promise<Response> {
  if (request.method !== 'GET') return withDataHeaders(answerOtherMethod(request.method, ['GET']));
  const viewer = await admission.admit(request, context);
  if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket') {
    throw new AppError('unsupported_media_type');
  }
  const { session, user, workspace } = viewer;
  // The state that the admission has read.
  const state = await context.viewer();
  const endsAt =
    state.kind === 'by-token' ? state.token.expiresAt : session.createdAt + SESSION_ABSOLUTE_LIMIT_MS;
  // The object gets only the listener's tags, and no other header of the browser.
  const listeners = [`session:${session.id}`, `user:${user.id}`];
  if (state.kind === 'signed-in' && holds(viewer, 'billing:manage')) listeners.push(BILLING_LISTENER);
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
