/** n8n's production addresses; those of the editor's test runs are never held. */
const WEBHOOK_ADDRESS = /^\/(?:webhook|webhook-waiting|form)\//i;

/**
 * @returns whether a request can be held. A browser's navigation gets a page instead, and OPTIONS and HEAD only make sense with
 *   an immediate answer.
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
