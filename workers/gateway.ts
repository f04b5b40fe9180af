import { newId } from '#app/crypto/secrets.ts';
import { isHoldable } from '#app/domain/held-webhooks/addresses.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { configOf } from './config-of.ts';
import type { Env } from './env.ts';
import { deliverAnswer, statePage } from './gateway-deliver.ts';
import { fetchFromWorkspace, type NoAnswer } from './gateway-fetch.ts';
import { headersForWorkspace } from './gateway-headers.ts';
import type { GatewayState } from './gateway-page.ts';
import { proxyWebhook } from './gateway-webhook.ts';
import { workspaceStub } from './instances.ts';
import { ingressOf, workspaceIdOf } from './workspace-address.ts';

/** What a cluster's ingress says when nothing runs behind it. A workspace may say so too: then its object decides. */
const NO_PROPER_ANSWER = [502, 503, 504];

/**
 * The front door of a workspace (design §4, "Hosts"): its cluster is tried first, so that an Online workspace costs
 * no database and no object call. Only without a proper answer is its object asked what the state is.
 */
export async function proxyToWorkspace(
  request: Request,
  env: Env,
  execution: ExecutionContext,
  name: string,
): Promise<Response> {
  const isName = /^[a-z][a-z0-9-]{1,23}[a-z0-9]$/.test(name);
  if (!isName) return statePage(request, env, name, 'missing');
  const { method } = request;
  const { pathname: path } = new URL(request.url);
  const { headers } = request;
  if (isHoldable({ method, path, accept: headers.get('Accept'), upgrade: headers.get('Upgrade') })) {
    return await proxyWebhook(request, env, execution, name);
  }

  const page = (state: GatewayState) => statePage(request, env, name, state);
  const deliver = (answer: Response) => deliverAnswer(request, env, name, answer);
  const answer = await askCluster(request, env, name);
  // Its ingress holds the connection, so it is there: a workflow takes longer than anybody waits.
  if (answer === 'late') return page(answer);
  const isAnswer = answer !== 'unreachable';
  if (isAnswer && !NO_PROPER_ANSWER.includes(answer.status)) return deliver(answer);

  const state = await askObject(env, name);
  if (state === 'missing' || state === 'unreachable') return page(state);
  if (state.status === InstanceStatus.Online) {
    // It runs, so the answer is its own: a workflow that says 503 means it.
    return isAnswer ? deliver(answer) : page('unreachable');
  }
  if (isAnswer) await answer.body?.cancel();
  return page(state);
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
    const workspaceId = await workspaceIdOf(env, name);
    if (workspaceId === null) return 'missing';
    const view = await workspaceStub(env, workspaceId).reportUnreachable();
    return view === null || view.notice === 'deleted' ? 'missing' : view;
  } catch (error) {
    reportError(error, { reference: newId('req') });
    return 'unreachable';
  }
}
