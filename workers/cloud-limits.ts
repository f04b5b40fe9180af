import { type CloudLimits, getCloudLimits } from '#app/api/cloud-limits.ts';
import { methodsOf } from '#app/api/plumbing/refusals.ts';
import { verifyCloudCredential } from '#app/crypto/cloud-credential.ts';
import { newId } from '#app/crypto/secrets.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Usage } from '#app/domain/instance/view.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import { answerOtherMethod, errorResponse, isInfrastructureFailure } from '#app/http/error-response.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { callObject } from '#app/use-cases/workspace/call-object.ts';
import { clientOf } from './client-of.ts';
import { configOf } from './config-of.ts';
import type { Env } from './env.ts';
import { workspaceStub } from './instances.ts';
import { logRefusal } from './log-refusal.ts';
import { refuseTokenInAddress } from './request-guards.ts';
import { withDataHeaders } from './security-headers.ts';

/** The declared address. */
export const CLOUD_LIMITS_PATH = `/api${getCloudLimits.path}`;

const methods = methodsOf([getCloudLimits]);
/** `Server-Timing`, as in every answer of the portal: one call of the workspace's object. */
const SERVER_TIMING = 'db;desc="0", object;desc="1"';

/**
 * The used part of a workspace's plan, which n8n's editor requests every five seconds in a trial (docs/cluster.md, "What
 * n8n asks of its cloud"). Only the workspace's object answers, before Remix and the database; all else is declared by
 * `getCloudLimits`.
 * @returns 200 `{data: {timeframe, executions, activeWorkflows}}`; 401 for an invalid credential, 403 for a deleted
 *   workspace, 404 before its first report, 405 for another method; 503 when its object fails.
 */
export async function cloudLimits(request: Request, env: Env): Promise<Response> {
  if (!methods.includes(request.method)) return withDataHeaders(answerOtherMethod(request.method, methods));
  try {
    refuseTokenInAddress(request);
    const answer: CloudLimits = { data: await readLimits(request, env) };
    const headers = { 'Cache-Control': 'private, no-store', 'Server-Timing': SERVER_TIMING };
    return withDataHeaders(Response.json(answer, { headers }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reference = newId('req');
    if (isInfrastructureFailure(error)) reportError(error, { reference, url: request.url });
    const response = errorResponse(error);
    logRefusal(request, response, { client: clientOf(request, env), reference });
    return withDataHeaders(response);
  }
}

/** @throws AppError signature_invalid, forbidden, no_usage_yet; workspace_status_unavailable when the object fails. */
async function readLimits(request: Request, env: Env) {
  const { workspaceMasterKeys } = configOf(env);
  const { workspaceId } = await getCloudLimits.who.admit(request, {
    services: {
      clock: systemClock,
      verifyCloudCredential: (...asked) => verifyCloudCredential(workspaceMasterKeys, ...asked),
    },
  });
  return await callObject<Usage>(
    'workspace_status_unavailable',
    async () => await workspaceStub(env, workspaceId).limits(),
  );
}
