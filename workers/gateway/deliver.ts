import { configOf } from '../config-of.ts';
import type { Env } from '../env.ts';
import { adaptBodyCoding } from './encoding.ts';
import { adaptHeadersForClient } from './headers.ts';
import { type GatewayState, gatewayPage } from './state-page.ts';

/** HTTP has no statuses above it (RFC 9110, 15), but a workflow can answer with one. */
const LAST_STATUS = 599;

/** @returns a workspace's answer for its client; an error page if it cannot be delivered. */
export function deliverAnswer(request: Request, env: Env, name: string, answer: Response): Response {
  const delivered =
    answer.status > LAST_STATUS ? null : forClient(request, answer, configOf(env).portal.isSecure);
  if (delivered) return delivered;
  void answer.body?.cancel();
  return statePage(request, env, name, 'unreadable');
}

/** @returns the page of a workspace that does not answer. */
export function statePage(request: Request, env: Env, name: string, state: GatewayState): Response {
  return gatewayPage(request, { name, state, portal: configOf(env).portal });
}

/** @returns null for a content coding that the client does not accept. */
function forClient(request: Request, answer: Response, isSecure: boolean): Response | null {
  // One copy of the headers: each more is memory that only a full garbage collection frees.
  const delivered = new Response(answer.body, answer);
  adaptHeadersForClient(delivered.headers, isSecure);
  // It has the workspace's end of a WebSocket, so returning it connects both ends.
  if (answer.webSocket) return delivered;
  const body = adaptBodyCoding(request, answer, delivered.headers);
  if (body === answer.body) return delivered;
  return body === undefined ? null : new Response(body, delivered);
}
