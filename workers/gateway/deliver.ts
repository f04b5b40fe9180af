import { configOf } from '../config-of.ts';
import type { Env } from '../env.ts';
import { adaptBodyCoding } from './encoding.ts';
import { headersForClient } from './headers.ts';
import { type GatewayState, gatewayPage } from './state-page.ts';

/** @returns a workspace's answer for its client; a page when the client accepts none of the answer's codings. */
export function deliverAnswer(request: Request, env: Env, name: string, answer: Response): Response {
  return (
    forClient(request, answer, configOf(env).portal.isSecure) ?? statePage(request, env, name, 'unreadable')
  );
}

/** @returns the page of a workspace that does not answer. */
export function statePage(request: Request, env: Env, name: string, state: GatewayState): Response {
  const { url, isSecure } = configOf(env).portal;
  return gatewayPage(request, { name, state, portalUrl: url, isSecure });
}

/** @returns null for a content coding that the client does not accept. */
function forClient(request: Request, answer: Response, isSecure: boolean): Response | null {
  const headers = headersForClient(answer, isSecure);
  // Passing the workspace's end on connects both ends of a WebSocket.
  if (answer.webSocket) return new Response(null, { status: 101, webSocket: answer.webSocket, headers });
  const body = adaptBodyCoding(request, answer, headers);
  if (body === undefined) {
    void answer.body?.cancel();
    return null;
  }
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
}
