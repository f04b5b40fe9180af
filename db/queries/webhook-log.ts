import type { AuditKind } from '#app/domain/access/audit.ts';
import type { Db } from '../client.ts';
import type { ViewerAct } from './act.ts';
import { viewerAuditRow } from './audit.ts';

/** One access to held webhooks, or one change of how they are held. */
export interface WebhookEvent {
  kind: Extract<AuditKind, `webhook${string}`>;
  /** The path or the ids; null when it concerns all of the workspace. */
  subject: string | null;
}

/** Records who opened, replayed and dropped held webhooks, for the account's owners to see. */
export function webhookLog(db: Db) {
  return {
    /** One round trip; none without an event. */
    async record(act: ViewerAct, events: readonly WebhookEvent[]): Promise<void> {
      if (events.length === 0) return;
      await db.batch({ items: events.map((event) => viewerAuditRow(db, act, event)) });
    },
  };
}
