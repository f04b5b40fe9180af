import { hashToken } from '#app/crypto/secrets.ts';
import { isApiTokenTouchDue } from '#app/domain/access/api-token.ts';
import { isSessionTouchDue } from '#app/domain/access/session.ts';
import type { ViewerState } from '#app/domain/access/viewer.ts';
import { readApiToken, readSessionToken } from '#app/http/session-token.ts';
import type { Services } from '#app/use-cases/services.ts';
import type { Companion } from '#db/read.ts';
import { clientOf } from './client-of.ts';
import { configOf } from './config-of.ts';
import { type createEarlyCall, idsOfViewer, lastWorkspaces } from './early-call.ts';
import type { Env } from './env.ts';
import { logPlanMismatch } from './log-plan-mismatch.ts';
import { countWrongToken } from './request-guards.ts';

/** What the loaders of a page declare meanwhile, to be read or called beside its viewer. */
export interface Beside {
  companion?: Companion;
  early?: Pick<ReturnType<typeof createEarlyCall>, 'begin'>;
}

/**
 * Reads the caller by their API token or session, in one round trip, and updates its last use after the answer. An
 * invalid one is 'expired'.
 * @throws AppError too_many_attempts after many wrong tokens from one network; user_plan_not_loaded.
 */
export async function readViewer(
  request: Request,
  env: Env,
  services: Services,
  { execution, reference, beside }: { execution: ExecutionContext; reference: string; beside: Beside },
): Promise<ViewerState> {
  const now = services.clock.now();
  const apiToken = readApiToken(request);
  if (apiToken !== null) {
    const state: ViewerState =
      apiToken === 'malformed'
        ? { kind: 'expired', isToken: true }
        : await services.apiTokens.viewer(await hashToken(apiToken), now);
    if (state.kind !== 'by-token') {
      await countWrongToken(env.EDGE_RATE_LIMIT, clientOf(request, env).network);
      return state;
    }
    logPlanMismatch(state.viewer, reference);
    if (isApiTokenTouchDue(state.token.lastUsedAt, now)) {
      execution.waitUntil(services.apiTokens.touch(state.viewer.session.tokenHash, now));
    }
    return state;
  }
  const token = readSessionToken(request, configOf(env).portal.isSecure);
  if (token === null) return { kind: 'anonymous' };
  if (token === 'malformed') return { kind: 'expired' };
  const tokenHash = await hashToken(token);
  // Only after the hash: by then, the loaders of the same page have started and declared their reads.
  const workspace = lastWorkspaces.get(tokenHash);
  if (workspace) beside.early?.begin(workspace);
  const state = await services.sessions.viewer(tokenHash, now, beside.companion);
  if (state.kind !== 'signed-in') {
    // The requests of a session that is over must not keep calling the workspace.
    lastWorkspaces.remove(tokenHash);
    return state;
  }
  lastWorkspaces.set(tokenHash, idsOfViewer(state.viewer));
  logPlanMismatch(state.viewer, reference);
  if (isSessionTouchDue(state.viewer.session, now)) {
    execution.waitUntil(services.sessions.touch(state.viewer.session.tokenHash, now));
  }
  return state;
}
