import type { Mail, OutboxMessage } from './messages.ts';

/** The outbox in the database; each method is one round trip. */
export interface OutboxStore {
  /**
   * Takes due messages for this deliverer alone: each is not due again before its back-off, so a deliverer that dies
   * only delays what it held.
   */
  claim(now: number, limit: number): Promise<OutboxMessage[]>;
  /** Marks them and forgets their payload, which may hold a link's secret. */
  markDelivered(ids: readonly string[], now: number): Promise<void>;
  markFailed(failures: ReadonlyArray<{ id: string; error: string }>): Promise<void>;
}

/** The mail provider. */
export interface Mailer {
  /** @param idempotencyKey the same key sends one mail, however often it is given. */
  send(mail: Mail, idempotencyKey: string): Promise<void>;
}
