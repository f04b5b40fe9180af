/** n8n's production addresses, as its router takes them; those of the editor's test runs are never held. */
const WEBHOOK_ADDRESS = /^\/(?:webhook|webhook-waiting|form)\//i;

/**
 * @returns whether a request can be held: not a browser's navigation, which gets a page, nor OPTIONS, HEAD and a WebSocket's
 *   handshake, which ask for an answer alone.
 */
export function isHoldable({
  method,
  path,
  accept,
  upgrade,
}: {
  method: string;
  path: string;
  accept: string | null;
  upgrade: string | null;
}): boolean {
  if (!WEBHOOK_ADDRESS.test(path) || upgrade?.toLowerCase() === 'websocket') return false;
  if (method === 'GET') return !accept?.includes('text/html');
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}
