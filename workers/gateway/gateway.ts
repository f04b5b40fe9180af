import { newId } from '#app/crypto/secrets.ts';
import { isHoldable } from '#app/domain/held-webhooks/addresses.ts';
import { isMarked } from '#app/domain/held-webhooks/answers.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { urlOf } from '#app/http/url-of.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { configOf } from '../config-of.ts';
import type { Env } from '../env.ts';
import { workspaceStub } from '../instances.ts';
import { deliverAnswer, statePage } from './deliver.ts';
import { fetchFromWorkspace, isIngressFailure } from './fetch.ts';
import { headersForWorkspace } from './headers.ts';
import { permitWebhook } from './held-answers.ts';
import { proxyWebhook } from './webhook.ts';
import { workspaceIdOf } from './workspace-address.ts';

const WORKSPACE_NAME = /^[a-z][a-z0-9-]{1,23}[a-z0-9]$/;

/**
 * The front door of a workspace (design §4, "Hosts"). Asks the cluster first, so that an Online workspace costs no database
 * and no object call. Without a proper answer, the workspace's object reports its state.
 */
export async function proxyToWorkspace(
  request: Request,
  env: Env,
  execution: ExecutionContext,
  name: string,
): Promise<Response> {
  if (!WORKSPACE_NAME.test(name)) return statePage(request, env, name, 'missing');
  const { method, headers } = request;
  const { pathname: path } = urlOf(request);
  if (isHoldable({ method, path, accept: headers.get('Accept'), upgrade: headers.get('Upgrade') })) {
    return await proxyWebhook(request, env, execution, name);
  }

  const answer = await fetchFromWorkspace(request, env, name, { headers: headersForWorkspace(request) });
  // The ingress holds the connection, so the workspace runs: its workflow takes longer than the deadline.
  if (answer === 'late') return statePage(request, env, name, 'late');
  const isAnswer = answer !== 'unreachable';
  const isPreflight = isPreflightOfWebhook(request, path);
  if (isAnswer && (isPreflight ? isMarked(answer.headers) : !isIngressFailure(answer))) {
    if (!isPreflight || answer.headers.has('Access-Control-Allow-Origin'))
      return deliverAnswer(request, env, name, answer);
    // n8n's error, such as for a webhook that it has not registered yet: the webhook itself may be held.
    await answer.body?.cancel();
    return permitWebhook(request, configOf(env).portal.isSecure);
  }

  const state = await readState(env, name);
  if (state === 'missing' || state === 'unreachable') return statePage(request, env, name, state);
  if (isPreflight && state.notice !== 'deleting') {
    if (isAnswer) await answer.body?.cancel();
    return permitWebhook(request, configOf(env).portal.isSecure);
  }
  if (state.status === InstanceStatus.Online) {
    // The workspace runs, so a 503 is its workflow's own answer.
    if (isAnswer) return deliverAnswer(request, env, name, answer);
    return statePage(request, env, name, 'unreachable');
  }
  if (isAnswer) await answer.body?.cancel();
  return statePage(request, env, name, state);
}

/** @returns whether this is a preflight (CORS) for a webhook that can be held. */
function isPreflightOfWebhook({ method, headers }: Request, path: string): boolean {
  if (method !== 'OPTIONS' || !headers.has('Origin') || /^\/form\//i.test(path)) return false;
  const asked = headers.get('Access-Control-Request-Method') ?? '';
  return isHoldable({ method: asked, path, accept: null, upgrade: null });
}

async function readState(env: Env, name: string): Promise<InstanceView | 'missing' | 'unreachable'> {
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
