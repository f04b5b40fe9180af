import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from './http.ts';

/**
 * A layer for a process that serves nobody: one that runs for a final backup, or to try an update on a copy. Only the
 * probes and the routes before it are answered.
 */
export function onlyForPortal(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Retry-After', '60');
  sendJson(response, 503, { message: 'This workspace serves nobody at the moment.' });
}
