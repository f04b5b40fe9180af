import { hashToken } from '#app/crypto/secrets.ts';
import { mailboxOf } from '#app/domain/account/mailbox.ts';
import { findMailLimit } from '#app/domain/mail/mail-rules.ts';
import type { OutboxMessage } from '#app/domain/mail/messages.ts';
import type { LogDroppedMail } from '#app/integrations/mail/log-dropped-mail.ts';
import type { CountedMail } from '#db/queries/outbox.ts';
import type { Services } from '../services.ts';

/**
 * The platform: protects inboxes from floods. Every mail passes here, whatever statement wrote it. It drops mails over
 * their limit, and the person who caused them sees nothing. The database stores only the inbox's hash.
 *
 * @returns the messages to deliver.
 */
export async function admitMails(
  ports: Pick<Services, 'clock' | 'outbox' | 'logDroppedMail'>,
  messages: readonly OutboxMessage[],
): Promise<OutboxMessage[]> {
  const counted = await Promise.all(messages.map(toCountedMail));
  const limited = counted.filter((mail) => mail !== null);
  if (limited.length === 0) return [...messages];
  const now = ports.clock.now();
  const admitted = new Set(await ports.outbox.admitMails(limited, now));
  const dropped = limited.filter(({ id }) => !admitted.has(id));
  if (dropped.length === 0) return [...messages];
  await ports.outbox.markFailed(
    dropped.map(({ id }) => ({ id, error: 'Over the limit of its inbox.', closedAt: now })),
  );
  for (const { id, template, limitKey } of dropped) ports.logDroppedMail({ id, template, limitKey });
  return messages.filter(({ id }) => !dropped.some((mail) => mail.id === id));
}

async function toCountedMail(message: OutboxMessage): Promise<(CountedMail & Template) | null> {
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

type Template = Pick<Parameters<LogDroppedMail>[0], 'template'>;
