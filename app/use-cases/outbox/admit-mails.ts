import { hashToken } from '#app/crypto/secrets.ts';
import { mailboxOf } from '#app/domain/account/mailbox.ts';
import { linkExpiryOf } from '#app/domain/mail/link-expiry.ts';
import { findMailLimit } from '#app/domain/mail/mail-rules.ts';
import type { OutboxMessage } from '#app/domain/mail/messages.ts';
import type { Services } from '../services.ts';

/**
 * The platform: decides which mails go out; every mail passes here, whatever statement wrote it. Drops a mail whose link has
 * expired, as after an outage of the mail provider: its link would be refused. Protects inboxes from floods: drops mails over
 * their limit, and the person who caused them sees nothing. The database stores only the inbox's hash.
 *
 * @returns the messages to deliver.
 */
export async function admitMails(
  ports: Pick<Services, 'clock' | 'outbox' | 'logDroppedMail'>,
  messages: readonly OutboxMessage[],
): Promise<OutboxMessage[]> {
  const now = ports.clock.now();
  const expired = messages.filter((message) => isLinkExpired(message, now));
  const current = messages.filter((message) => !expired.includes(message));
  const limited = (await Promise.all(current.map(toCountedMail))).filter((mail) => mail !== null);
  const admitted = new Set(limited.length > 0 ? await ports.outbox.admitMails(limited, now) : []);
  const over = limited.filter(({ id }) => !admitted.has(id));
  const dropped = new Map([
    ...expired.map(({ id }) => [id, 'Its link has expired.'] as const),
    ...over.map(({ id }) => [id, 'Over the limit of its inbox.'] as const),
  ]);
  if (dropped.size === 0) return [...messages];
  await ports.outbox.markFailed([...dropped].map(([id, error]) => ({ id, error, closedAt: now })));
  for (const { id, template, limitKey } of over)
    ports.logDroppedMail({ id, template, reason: 'over_limit', limitKey });
  for (const { id, kind, payload } of expired)
    if (kind === 'mail') ports.logDroppedMail({ id, template: payload.template, reason: 'link_expired' });
  return current.filter(({ id }) => !dropped.has(id));
}

function isLinkExpired(message: OutboxMessage, now: number): boolean {
  if (message.kind !== 'mail') return false;
  const expiresAt = linkExpiryOf(message.payload, message.createdAt);
  return expiresAt !== null && expiresAt <= now;
}

async function toCountedMail(message: OutboxMessage) {
  if (message.kind !== 'mail') return null;
  const { id, cause, payload } = message;
  const counted = findMailLimit(payload);
  if (counted === null) return null;
  const { group, limit } = counted;
  return { id, cause, limit, limitKey: await limitKeyOf(group, payload.to), template: payload.template };
}

/** @returns the key by which the mails of a group to an inbox are counted. */
export async function limitKeyOf(group: string, email: string): Promise<string> {
  return `${group}:${await hashToken(mailboxOf(email))}`;
}
