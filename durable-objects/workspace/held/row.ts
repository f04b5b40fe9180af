import type { HeldRequest } from '#app/domain/held-webhooks/held-request.ts';
import type { ReplayProgress } from '#app/domain/held-webhooks/replay.ts';
import { KEPT_BYTES } from './schema.ts';
import type { SqlRow } from './sql.ts';

/** A held request in the object's tables; its content is sealed. Timestamps are UTC ms. */
export interface HeldRow extends HeldRequest, ReplayProgress {
  sequence: number;
  hasFile: boolean;
  /** Bytes that it occupies; null once its content is deleted. */
  keptBytes: number | null;
}

export interface NewHeldRow
  extends Pick<
    HeldRow,
    'id' | 'path' | 'method' | 'size' | 'receivedAt' | 'from' | 'why' | 'hasFile' | 'nextAt'
  > {
  content: Uint8Array;
}

/** A row as a query of {@link COLUMNS} returns it. */
export type StoredRow = SqlRow<Omit<HeldRow, 'hasContent'>>;

export const COLUMNS = `sequence, id, path, method, ${KEPT_BYTES} AS keptBytes, has_file AS hasFile, size,
  received_at AS receivedAt, sender AS "from", why, state, failure, run, attempts, tries, breaks, unanswered_in AS unansweredIn,
  first_tried_at AS firstTriedAt, next_at AS nextAt, last_status AS lastStatus, finished_at AS finishedAt`;

/** @returns a stored row as the domain's type. */
export function rowOf(row: StoredRow): HeldRow {
  return {
    ...row,
    nextAt: row.state === 'waiting' ? row.nextAt : null,
    hasContent: row.keptBytes !== null,
    hasFile: row.hasFile === 1,
  };
}
