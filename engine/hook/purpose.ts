import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from './http.ts';

/**
 * A layer for a process that serves no people: it runs a final backup, or tries an update on a copy. Only the probes and the
 * routes before the layer answer.
 */
export function onlyForPortal(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Retry-After', '60');
  sendJson(response, 503, { message: 'This workspace serves nobody at the moment.' });
}
