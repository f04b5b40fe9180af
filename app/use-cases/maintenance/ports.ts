import type { AuditKind } from '#app/domain/access/audit.ts';
import type { Role } from '#app/domain/access/roles.ts';

/** An audit row as it stands in the database; `at` is UTC ms. */
interface AuditRow {
  id: string;
  at: number;
  kind: AuditKind;
  accountId: string | null;
  userId: string | null;
  subject: string | null;
  role: Role | null;
  address: string;
  place: string | null;
  userAgent: string;
}

/** Clearing away in the database, and reading what leaves it; one round trip each. */
export interface MaintenanceStore {
  /** Removes unconfirmed registrations past their time, dead sessions, old links and counters; harmless to repeat. */
  removeExpired(now: number): Promise<void>;
  /** @returns the audit rows from `from` until before `to`, the oldest first; only those after the row `after`. */
  auditRows(window: {
    from: number;
    to: number;
    after: { at: number; id: string } | null;
    limit: number;
  }): Promise<AuditRow[]>;
}

/** Where copies of audit rows are kept, apart from the database. */
export interface AuditLog {
  /** Keeps lines of JSON under a name; one that is kept already stays as it is. */
  keep(name: string, lines: string): Promise<void>;
}
