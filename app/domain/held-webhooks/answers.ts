import { parseOptionalJson } from '../encoding/parse-json.ts';

/** Headers between the portal and the gate of a workspace's process (docs/cluster.md, "The gate"). */
export const gateHeaders = {
  /** On a request: its id, under which the process remembers its answer. */
  requestId: 'Weft-Request-Id',
  /** On a replay: the signature of its id. */
  replay: 'Weft-Replay',
  heldId: 'Weft-Held-Id',
  /** When it was held, UTC, ISO 8601. */
  heldAt: 'Weft-Held-At',
  /** On an answer: the gate let the request through, so the answer is the workspace's own. */
  passed: 'Weft-Gate',
  /** On an answer to a replay: the status of the request's earlier answer; it was not run again. */
  answered: 'Weft-Answered',
  refused: 'Weft-Refused',
} as const;

/** Statuses with which the ingress refuses a request for its own form or size, in every state of its workspace. */
const REQUEST_REFUSALS = [400, 413, 414, 431];

/** @returns whether an answer has the mark of the workspace's process. Any other comes from the ingress or Cloudflare. */
export function isMarked(headers: Pick<Headers, 'has'>): boolean {
  return headers.has(gateHeaders.passed);
}

/** @returns whether an answer without the mark concerns the request itself, so that each repetition gets it as well. */
export function isRequestRefused(status: number): boolean {
  return REQUEST_REFUSALS.includes(status);
}

/** n8n's immediate answer to a webhook that does not wait for its workflow. */
const STARTED = 'Workflow was started';
/** Bytes of that answer as JSON, with room for spaces. */
export const MAX_STARTED_BYTES = 128;

/** n8n's 404 is shorter. */
export const MAX_NOT_REGISTERED_BYTES = 4 * 1024;

/** n8n's message, with the method and the path. */
const NOT_REGISTERED = /^The requested webhook .* is not registered/s;

/**
 * @returns whether a 404 is n8n's own for a path that no active workflow has. Its message for another
 *   method of a known path, "This webhook is not registered for GET requests. Did you mean …", is final.
 */
export function isNotRegistered(body: string): boolean {
  const { code, message } = fieldsOf(body);
  return code === 404 && typeof message === 'string' && NOT_REGISTERED.test(message);
}

/** @returns whether a 503's body is n8n's own while it cannot reach its database: no workflow ran. */
export function isWithoutDatabase(body: string): boolean {
  return fieldsOf(body).message === 'Database is not ready!';
}

/** @returns whether an answer's body only says that the workflow was started. */
export function isStarted(body: string): boolean {
  return fieldsOf(body).message === STARTED;
}

function fieldsOf(text: string): { code?: unknown; message?: unknown } {
  return Object(parseOptionalJson(text));
}
