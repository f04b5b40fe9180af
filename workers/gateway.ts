import { newId } from '#app/crypto/secrets.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { configOf } from './config-of.ts';
import { composeServices } from './context.ts';
import type { Env } from './env.ts';
import { acceptedBody } from './gateway-encoding.ts';
import { fetchFromWorkspace, type NoAnswer } from './gateway-fetch.ts';
import { headersForClient, headersForWorkspace } from './gateway-headers.ts';
import { type GatewayState, gatewayPage } from './gateway-page.ts';
import { workspaceStub } from './instances.ts';
import { ingressOf } from './workspace-address.ts';

/** What a cluster's ingress says when nothing runs behind it. A workspace may say so too: then its object decides. */
const NO_PROPER_ANSWER = [502, 503, 504];

/**
 * The front door of a workspace (design §4, "Hosts"): its cluster is tried first, so that an Online workspace costs
 * no database and no object call. Only without a proper answer is its object asked what the state is.
 */
export async function proxyToWorkspace(request: Request, env: Env, name: string): Promise<Response> {
  const { isSecure } = configOf(env).portal;
  const isName = /^[a-z][a-z0-9-]{1,23}[a-z0-9]$/.test(name);
  if (!isName) return page(request, env, name, 'missing');

  const deliver = (answer: Response) =>
    forClient(request, answer, isSecure) ?? page(request, env, name, 'unreadable');
  const answer = await askCluster(request, env, name);
  // Its ingress holds the connection, so it is there: a workflow takes longer than anybody waits.
  if (answer === 'late') return page(request, env, name, answer);
  const isAnswer = answer !== 'unreachable';
  if (isAnswer && !NO_PROPER_ANSWER.includes(answer.status)) return deliver(answer);

  const state = await askObject(env, name);
  if (state === 'missing' || state === 'unreachable') return page(request, env, name, state);
  if (state.status === InstanceStatus.Online) {
    // It runs, so the answer is its own: a workflow that says 503 means it.
    return isAnswer ? deliver(answer) : page(request, env, name, 'unreachable');
  }
  if (isAnswer) await answer.body?.cancel();
  return page(request, env, name, state);
}

async function askCluster(request: Request, env: Env, name: string): Promise<Response | NoAnswer> {
  const { pathname, search } = new URL(request.url);
  const address = await ingressOf(env, name);
  if (address === null) return 'unreachable';
  return await fetchFromWorkspace(`${address}${pathname}${search}`, request, {
    headers: headersForWorkspace(request),
    firstByteTimeoutMs: configOf(env).firstByteTimeoutMs,
  });
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

/** @returns null when the client cannot read the answer. */
function forClient(request: Request, answer: Response, isSecure: boolean): Response | null {
  const headers = headersForClient(answer, isSecure);
  // A WebSocket's two ends are joined by handing the workspace's end on.
  if (answer.webSocket) return new Response(null, { status: 101, webSocket: answer.webSocket, headers });
  const body = acceptedBody(request, answer, headers);
  if (body === undefined) {
    void answer.body?.cancel();
    return null;
  }
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
}

function page(request: Request, env: Env, name: string, state: GatewayState): Response {
  const { url, isSecure } = configOf(env).portal;
  return gatewayPage(request, { name, state, portalUrl: url, isSecure });
}
