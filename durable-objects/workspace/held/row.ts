import type {
  HeldFailure,
  HeldRequest,
  HeldState,
  HoldReason,
} from '#app/domain/held-webhooks/held-request.ts';
import type { ReplayProgress } from '#app/domain/held-webhooks/replay.ts';
import type { SqlValue } from './sql.ts';

/** A held request in the object's tables; its content is sealed. Timestamps are UTC ms. */
export interface HeldRow extends HeldRequest, ReplayProgress {
  sequence: number;
  hasFile: boolean;
}

export interface NewHeldRow
  extends Pick<
    HeldRow,
    'id' | 'path' | 'method' | 'size' | 'receivedAt' | 'from' | 'why' | 'hasFile' | 'nextAt'
  > {
  content: Uint8Array;
}

/** A row as a query of {@link COLUMNS} returns it. */
export interface StoredRow extends Record<string, SqlValue> {
  sequence: number;
  id: string;
  path: string;
  method: string;
  has_content: number;
  has_file: number;
  size: number;
  received_at: number;
  sender: string;
  why: string;
  state: string;
  failure: string | null;
  run: number;
  attempts: number;
  tries: number;
  breaks: number;
  unanswered_in: number | null;
  first_tried_at: number | null;
  next_at: number | null;
  last_status: number | null;
  finished_at: number | null;
}

export const COLUMNS = `sequence, id, path, method, content IS NOT NULL AS has_content, has_file, size, received_at, sender, why,
  state, failure, run, attempts, tries, breaks, unanswered_in, first_tried_at, next_at, last_status, finished_at`;

/** @returns a stored row as the domain's type. */
export function rowOf(row: StoredRow): HeldRow {
  const state = row.state as HeldState;
  return {
    sequence: row.sequence,
    id: row.id,
    path: row.path,
    method: row.method,
    size: row.size,
    receivedAt: row.received_at,
    from: row.sender,
    why: row.why as HoldReason,
    state,
    failure: row.failure as HeldFailure | null,
    run: row.run,
    attempts: row.attempts,
    tries: row.tries,
    breaks: row.breaks,
    unansweredIn: row.unanswered_in,
    firstTriedAt: row.first_tried_at,
    nextAt: state === 'waiting' ? row.next_at : null,
    lastStatus: row.last_status,
    finishedAt: row.finished_at,
    hasContent: row.has_content === 1,
    hasFile: row.has_file === 1,
  };
}
