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

/** n8n's immediate answer to a webhook that does not wait for its workflow. */
const STARTED = 'Workflow was started';
/** Bytes of that answer as JSON, with room for spaces. */
export const MAX_STARTED_BYTES = 128;

/** n8n's 404 is shorter. */
export const MAX_NOT_REGISTERED_BYTES = 4 * 1024;

/** @returns whether a 404's body is n8n's own for a webhook that no active workflow has. */
export function isNotRegistered(body: string): boolean {
  const { code, message } = fieldsOf(body);
  return code === 404 && typeof message === 'string' && /is not registered/.test(message);
}

/** @returns whether an answer's body only says that the workflow was started. */
export function isStarted(body: string): boolean {
  return fieldsOf(body).message === STARTED;
}

function fieldsOf(text: string): { code?: unknown; message?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
