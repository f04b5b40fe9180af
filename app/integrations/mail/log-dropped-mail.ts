import { logLine } from '#app/domain/encoding/log-line.ts';
import type { Mail } from '#app/domain/mail/messages.ts';

/**
 * Logs each mail over its inbox's limit as one line of JSON in the Worker's log, for operators. Identifies the inbox
 * only by its hash.
 */
export function logDroppedMail(mail: { id: string; template: Mail['template']; limitKey: string }) {
  const { id, template, limitKey } = mail;
  console.info(logLine({ level: 'refusal', event: 'mail_dropped', id, template, limitKey }));
}

export type LogDroppedMail = typeof logDroppedMail;
