import { DAY_MS } from '../time/clock.ts';
import type { OutboxMessage } from './messages.ts';

/** How long a mail's delivery is tried: later, its links have expired and its news is old. */
export const MAIL_TRIED_FOR_MS = 3 * DAY_MS;

/** The provider refuses this mail for good: its recipient or its content, and neither our configuration nor our load. */
export class MailRefused extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'MailRefused';
  }
}

/**
 * Whether a message that could not be delivered is closed. Only a mail is: a message to a workspace or about a charge must
 * arrive, however late.
 */
export function isUndeliverable({ kind, createdAt }: OutboxMessage, reason: unknown, now: number): boolean {
  return kind === 'mail' && (reason instanceof MailRefused || now - createdAt >= MAIL_TRIED_FOR_MS);
}
