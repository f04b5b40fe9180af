import { MailRefused } from '#app/domain/mail/delivery.ts';
import type { Mail } from '#app/domain/mail/messages.ts';
import type { Outbound } from '../outbound/client.ts';
import { OutboundError } from '../outbound/errors.ts';
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
    /** Sends a mail, once for each key. @throws MailRefused; OutboundError if another attempt may succeed. */
    async send(mail: Mail, idempotencyKey: string) {
      const { replyTo, ...written } = writeMail(mail, settings.portalUrl);
      // The outbox tries again, and the key makes the repetition harmless.
      const sent = settings.outbound.request(`${settings.url}/emails`, {
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
      await sent.catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        const { status, body = '' } = error;
        if (SENT_ALREADY.test(body)) return;
        throw REFUSALS.includes(status) && !OUR_SENDER.test(body) ? new MailRefused(error) : error;
      });
    },
  };
}

/**
 * The statuses about this mail's content or recipient. Others are about our key, domain (403), URL (404, 405) or quota,
 * or a request of the same key that still runs (409).
 */
const REFUSALS: readonly unknown[] = [400, 413, 422];

/** A refused sender or key is our configuration: Resend names the field, the code or the key, also with a 400. */
const OUR_SENDER = /[`"']from[`"']|invalid_from_address|API key/;

/** For a day, Resend knows the keys of sent mails. A deployment between two attempts changes a mail's words. */
const SENT_ALREADY = /invalid_idempotent_request/;

export type Mailer = ReturnType<typeof resendMailer>;
