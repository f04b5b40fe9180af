import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { newId } from '#app/use-cases/secrets.ts';
import { configOf } from './config-of.ts';
import { composeServices } from './context.ts';
import type { Env } from './env.ts';
import { headersForClient, headersForWorkspace } from './gateway-headers.ts';
import { type GatewayState, gatewayPage } from './gateway-page.ts';
import { workspaceStub } from './instances.ts';
import { ingressOf } from './workspace-address.ts';

/** As long as Cloudflare itself waits for an origin's first byte; a workflow may answer late. */
const FIRST_BYTE_TIMEOUT_MS = 100_000;
/** What a cluster's ingress says when nothing runs behind it. A workspace may say so too: then its object decides. */
const NO_PROPER_ANSWER = [502, 503, 504];

/**
 * The front door of a workspace (design §4, "Hosts"): its cluster is tried first, so that an Online workspace costs
 * no database and no object call. Only without a proper answer is its object asked what the state is.
 */
export async function answerForWorkspace(request: Request, env: Env, name: string): Promise<Response> {
  const { isSecure } = configOf(env).portal;
  const isName = /^[a-z][a-z0-9-]{1,23}[a-z0-9]$/.test(name);
  if (!isName) return page(request, env, name, 'missing');

  const answer = await askCluster(request, env, name);
  if (answer && !NO_PROPER_ANSWER.includes(answer.status)) return forClient(answer, isSecure);

  const state = await askObject(env, name);
  if (state === 'missing' || state === 'unreachable') return page(request, env, name, state);
  if (state.status === InstanceStatus.Online) {
    // It runs, so the answer is its own: a workflow that says 503 means it.
    return answer ? forClient(answer, isSecure) : page(request, env, name, 'unreachable');
  }
  await answer?.body?.cancel();
  return page(request, env, name, state);
}

async function askCluster(request: Request, env: Env, name: string): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), FIRST_BYTE_TIMEOUT_MS);
  try {
    const address = await ingressOf(env, name);
    if (address === null) return null;
    return await fetch(`${address}${pathname}${search}`, {
      method: request.method,
      headers: headersForWorkspace(request),
      body: request.body,
      redirect: 'manual',
      signal: deadline.signal,
    });
  } catch {
    // Refused, reset or too late: all the same to the visitor, and the object says what is going on.
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function askObject(env: Env, name: string): Promise<InstanceView | 'missing' | 'unreachable'> {
  try {
    const { services } = composeServices(env, { roundTrips: 0, objectCalls: 0, writes: 0 });
    const address = await services.workspaces.addressOf(name);
    if (!address) return 'missing';
    const view = await workspaceStub(env, address.workspaceId).reportUnreachable();
    return view === null || view.notice === 'deleted' ? 'missing' : view;
  } catch (error) {
    reportError(error, { reference: newId('req') });
    return 'unreachable';
  }
}

function forClient(answer: Response, isSecure: boolean): Response {
  // A WebSocket's two ends are joined by handing the workspace's end on.
  if (answer.webSocket) {
    return new Response(null, {
      status: 101,
      webSocket: answer.webSocket,
      headers: headersForClient(answer, isSecure),
    });
  }
  return new Response(answer.body, {
    status: answer.status,
    statusText: answer.statusText,
    headers: headersForClient(answer, isSecure),
  });
}

function page(request: Request, env: Env, name: string, state: GatewayState): Response {
  const { url, isSecure } = configOf(env).portal;
  return gatewayPage(request, { name, state, portalUrl: url, isSecure });
}
