import { logLine } from '#app/domain/encoding/log-line.ts';
import type { Mail } from '#app/domain/mail/messages.ts';

interface DroppedMail {
  id: string;
  template: Mail['template'];
  reason: 'over_limit' | 'link_expired';
  /** The limit that it exceeded. */
  limitKey?: string;
}

/** Logs each dropped mail as one line of JSON in the Worker's log, for operators. Identifies an inbox only by its hash. */
export function logDroppedMail({ id, template, reason, limitKey }: DroppedMail) {
  console.info(logLine({ level: 'refusal', event: 'mail_dropped', id, template, reason, limitKey }));
}

export type LogDroppedMail = typeof logDroppedMail;
