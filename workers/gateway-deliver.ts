import { configOf } from './config-of.ts';
import type { Env } from './env.ts';
import { acceptedBody } from './gateway-encoding.ts';
import { headersForClient } from './gateway-headers.ts';
import { type GatewayState, gatewayPage } from './gateway-page.ts';

/** @returns a workspace's answer as its client gets it; a page when the client cannot read it. */
export function deliverAnswer(request: Request, env: Env, name: string, answer: Response): Response {
  return (
    forClient(request, answer, configOf(env).portal.isSecure) ?? statePage(request, env, name, 'unreadable')
  );
}

/** @returns the page of a workspace that is not there to answer. */
export function statePage(request: Request, env: Env, name: string, state: GatewayState): Response {
  const { url, isSecure } = configOf(env).portal;
  return gatewayPage(request, { name, state, portalUrl: url, isSecure });
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
