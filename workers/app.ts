import * as build from 'virtual:remix/server-build';
import { getWorkspaceLoginCode } from '#app/api/cloud.ts';
import { calls } from '#app/api/index.ts';
import { createRouter } from '#app/api/plumbing/router.ts';
import { newId, newToken } from '#app/crypto/secrets.ts';
import { paths } from '#app/domain/paths.ts';
import { canonicalPath } from '#app/http/canonical-path.ts';
import { isInfrastructureFailure } from '#app/http/error-response.ts';
import { failureAnswer, withFailurePage } from '#app/http/failure-answer.ts';
import { keepPublicPages } from '#app/http/public-pages.ts';
import { askBeforeTemplate } from '#app/http/template-redirect.ts';
import { urlOf } from '#app/http/url-of.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { runScheduledWork } from '#app/use-cases/maintenance/run-scheduled-work.ts';
import { admitRequest, refuseDuplicateCookies, refuseMethod, withoutEmptyBody } from './admit-request.ts';
import { denyUndeclaredRoutes } from './closed-routes.ts';
import { CLOUD_LIMITS_PATH, cloudLimits } from './cloud-limits.ts';
import { configOf } from './config-of.ts';
import { composeRequest, composeScheduledWork } from './context.ts';
import type { Env } from './env.ts';
import { proxyToWorkspace } from './gateway/gateway.ts';
import { liveStatus } from './live-status.ts';
import { logRefusal } from './log-refusal.ts';
import { paddleWebhook } from './paddle-webhook.ts';
import { createPageHandler } from './page-handlers.ts';
import { announcedBytes, discardUnreadBody, withBoundedBody } from './request-body.ts';
import { isUnverified, refuseFlood, refuseForeignOrigin, refuseTokenInAddress } from './request-guards.ts';
import { redirectToHttps } from './require-https.ts';
import { advanceWorkspaceClock } from './sandbox-clock.ts';
import {
  addSecurityHeaders,
  type ContentPolicy,
  withDataHeaders,
  withFileHeaders,
} from './security-headers.ts';

export { PasswordHasher } from '#durable-objects/password-hasher/object.ts';
export { WorkspaceObject } from '#durable-objects/workspace/object.ts';

const handlePage = keepPublicPages(
  createPageHandler(denyUndeclaredRoutes(build, (error) => reportError(error, { reference: newId('req') }))),
);

const answerApi = createRouter(calls);
/** The only change that a workspace requests, by a token in the body. */
const LOGIN_CODE_PATH = `/api${getWorkspaceLoginCode.path}`;
const MAX_TOKEN_BODY_BYTES = 8 * 1024;

export default {
  async fetch(given, env, execution) {
    const request = withoutEmptyBody(given);
    try {
      const config = configOf(env);
      const target = admitRequest(given, env);
      if (target instanceof Response) return target;
      const httpsRedirect = config.portal.isSecure ? redirectToHttps(request) : null;
      if (httpsRedirect) return withDataHeaders(httpsRedirect);
      if (target.kind === 'workspace') return await proxyToWorkspace(request, env, execution, target.name);
      const answer = refuseDuplicateCookies(request, env) ?? (await answerForPortal(request, env, execution));
      await discardUnreadBody(request);
      return answer;
    } catch (error) {
      const reference = newId('req');
      reportError(error, { reference, url: request.url });
      return withDataHeaders(failureAnswer(request, error, { reference, nonce: newToken() }));
    }
  },

  async scheduled(event, env) {
    const report = (error: unknown) => reportError(error, { reference: newId('req') });
    await runScheduledWork({ ...composeScheduledWork(env), reportError: report }, event.scheduledTime).catch(
      report,
    );
  },
} satisfies ExportedHandler<Env>;

async function answerForPortal(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
  const config = configOf(env);
  const { pathname } = urlOf(request);
  if (isAssetPath(pathname)) {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const asset = await env.ASSETS.fetch(isRead ? request : new Request(request.url, { method: 'HEAD' }));
    if (asset.status !== 404)
      return isRead
        ? withFileHeaders(asset, pathname, config.portal.isSecure)
        : refuseMethod(request, env, 'GET, HEAD');
  }
  const path = canonicalPath(pathname);
  if (path === CLOUD_LIMITS_PATH) return await cloudLimits(request, env);
  if (path === paths.paddleWebhook) return await paddleWebhook(request, env, execution);
  const { context, metrics, deliverChanges } = composeRequest(request, env, execution);
  let response: Response;
  try {
    refuseTokenInAddress(request);
    refuseForeignOrigin(request, config.portal.url);
    // Before the flood limit: the sandbox moves the clocks of all its workspaces from one address.
    if (path === '/sandbox/clock') return await advanceWorkspaceClock(request, env, context);
    // A longer body, and one without a length, counts before it is read.
    const hasTokenInBody =
      path === LOGIN_CODE_PATH &&
      (announcedBytes(request) ?? Number.POSITIVE_INFINITY) <= MAX_TOKEN_BODY_BYTES;
    if (!hasTokenInBody) await refuseFlood(request, env.EDGE_RATE_LIMIT, context);
    if (path === paths.instanceLive) return await liveStatus(request, env, context);
    const bounded = await withBoundedBody(request);
    const answer =
      (await answerApi(bounded, context)) ??
      (await askBeforeTemplate(request, context)) ??
      (await handlePage(bounded, { ...context }));
    if (hasTokenInBody && isUnverified(answer)) await refuseFlood(request, env.EDGE_RATE_LIMIT, context);
    response = await withFailurePage(request, answer, context);
  } catch (error) {
    if (isInfrastructureFailure(error)) context.reportError(error);
    response = failureAnswer(request, error, context);
  }
  deliverChanges();
  logRefusal(request, response, context);
  return finish(response, {
    nonce: context.nonce,
    portalUrl: config.portal.url,
    allowsTurnstile: config.humanCheck.kind === 'turnstile',
    analytics: config.analytics,
    billingOrigins: path === paths.checkout ? config.paddle.origins : [],
    serverTiming: `db;desc="${metrics.roundTrips}", object;desc="${metrics.objectCalls}"`,
  });
}

function finish(response: Response, page: ContentPolicy & { serverTiming: string }): Response {
  const answer = withWritableHeaders(response);
  const { headers } = answer;
  const ownPolicy = headers.get('Content-Security-Policy');
  addSecurityHeaders(headers, page);
  // The policy of a plain page is stricter.
  if (ownPolicy) headers.set('Content-Security-Policy', ownPolicy);
  // The round trips and object calls of this answer, which have a budget.
  headers.set('Server-Timing', page.serverTiming);
  // Every page depends on the signed-in person.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
  return answer;
}

/** @returns the answer itself, or a copy if it was fetched: the headers of a fetched answer are immutable. */
function withWritableHeaders(answer: Response): Response {
  try {
    answer.headers.delete('Server-Timing');
    return answer;
  } catch {
    return new Response(answer.body, answer);
  }
}

/** Matches built files and those of public/: no other address of the portal has a dot. */
function isAssetPath(pathname: string): boolean {
  return pathname.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(pathname);
}
