/** n8n's production addresses, as its router takes them; those of the editor's test runs are never held. */
const WEBHOOK_ADDRESS = /^\/(?:webhook|webhook-waiting|form)\//i;

/**
 * @returns whether a request can be held: not a browser's navigation, which gets a page, nor OPTIONS and HEAD, which ask
 *   for an answer alone.
 */
export function isHoldable({
  method,
  path,
  accept,
}: {
  method: string;
  path: string;
  accept: string | null;
}): boolean {
  if (!WEBHOOK_ADDRESS.test(path)) return false;
  if (method === 'GET') return !accept?.includes('text/html');
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}
