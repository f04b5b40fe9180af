import type { Mail } from '#app/domain/mail/messages.ts';
import type { Outbound } from '../outbound/client.ts';
import { writeMail } from './write-mail.ts';

const SEND_TIMEOUT_MS = 5_000;

/** Resend's HTTP API: https://resend.com/docs/api-reference/emails/send-email */
export function resendMailer(settings: {
  url: string;
  key: string;
  from: string;
  portalUrl: string;
  outbound: Pick<Outbound, 'request'>;
}) {
  return {
    /** @param idempotencyKey the same key sends one mail, however often it is given. */
    async send(mail: Mail, idempotencyKey: string) {
      const { replyTo, ...written } = writeMail(mail, settings.portalUrl);
      // A failure throws; the outbox tries again, and the key makes the repetition harmless.
      await settings.outbound.request(`${settings.url}/emails`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${settings.key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': idempotencyKey,
        },
        body: JSON.stringify({
          from: settings.from,
          to: [mail.to],
          ...written,
          ...(replyTo !== undefined && { reply_to: replyTo }),
        }),
        timeoutMs: SEND_TIMEOUT_MS,
        retry: 'safe',
      });
    },
  };
}

export type Mailer = ReturnType<typeof resendMailer>;
