import { MAX_USUAL_PATH_CHARACTERS } from './bounds.ts';

/** n8n's production addresses; those of the editor's test runs are never held. */
const WEBHOOK_ADDRESS = /^\/(?:webhook|webhook-waiting|form)\//i;

/**
 * @returns whether a request can wait. A browser's navigation gets a page instead; OPTIONS, HEAD
 *   and a WebSocket's handshake make sense only with an immediate answer.
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

/**
 * @returns whether a path is kept beyond its requests. Strangers can make up any number of the others: paths of a single execution, paths
 *   above {@link MAX_USUAL_PATH_CHARACTERS}, and paths with an empty segment, a prefix in capitals, an escape in small letters or of a
 *   character that needs none (RFC 3986, 2.3). Senders write the other characters raw or escaped, as `URL` or `encodeURIComponent` does.
 */
export function isUsualPath(path: string): boolean {
  if (path.length > MAX_USUAL_PATH_CHARACTERS || !/^\/(?:webhook|form)(?:\/[^/]+)+\/?$/.test(path))
    return false;
  const escapes = path.match(/%.?.?/g)?.join('') ?? '';
  try {
    return !/[a-z]/.test(escapes) && !/[\w.~-]/.test(decodeURIComponent(escapes));
  } catch {
    // decodeURIComponent throws URIError for bytes that are not UTF-8.
    return false;
  }
}

/**
 * @returns whether a path belongs to a form or a hosted chat (a node's UUID and `/chat`), whose answers always
 *   matter: a form's visitor submits again after any status but 200, and a chat's page shows any answer as the reply.
 */
export function isFormOrChat(path: string): boolean {
  return /^\/(?:form\/|webhook\/[\da-f-]{36}\/chat$)/i.test(path);
}
