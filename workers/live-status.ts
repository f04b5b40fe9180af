import { can } from '#app/domain/access/roles.ts';
import { owesSecondFactor, viewerFor } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import type { Env } from './env.ts';
import { workspaceStub } from './instances.ts';

/**
 * The WebSocket on which a workspace's object pushes its status. The Worker says who may listen; the socket itself
 * ends in the object, which sleeps while nothing changes.
 *
 * @throws AppError not_signed_in, second_factor_due, second_factor_needed, forbidden, api_token_scope_missing,
 *   unsupported_media_type for a request that is no WebSocket.
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
  if (owesSecondFactor(viewer)) throw new AppError('second_factor_needed');
  return workspaceStub(env, viewer.workspace.id).fetch(request);
}
