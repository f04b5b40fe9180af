/** Headers between the portal and the gate of a workspace's process (docs/cluster.md, "The gate"). */
export const gateHeaders = {
  /** Of a request: its id, under which the process remembers its answer. */
  requestId: 'Weft-Request-Id',
  /** Of a replay: the signature of its id. */
  replay: 'Weft-Replay',
  heldId: 'Weft-Held-Id',
  /** When it was held, UTC, ISO 8601. */
  heldAt: 'Weft-Held-At',
  /** Of an answer: the gate let the request through, so the answer is the workspace's own. */
  passed: 'Weft-Gate',
  /** Of an answer to a replay: the status of the request's earlier answer; it was not run again. */
  answered: 'Weft-Answered',
  refused: 'Weft-Refused',
} as const;

/** What n8n answers at once, while the workflow runs on. */
const STARTED = 'Workflow was started';
/** As JSON with room for spaces; a longer answer is another one. */
export const MAX_STARTED_BYTES = 128;

/** @returns whether a 404's body is n8n's own for a webhook that no active workflow has. */
export function isNotRegistered(body: string): boolean {
  const { code, message } = fieldsOf(body);
  return code === 404 && typeof message === 'string' && /is not registered/.test(message);
}

/** @returns whether an answer's body says no more than that the workflow was started. */
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
