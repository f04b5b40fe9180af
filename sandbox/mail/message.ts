import { z } from 'zod';

const address = z
  .string()
  .min(1)
  .regex(
    /^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
    'must follow the `email@example.com` or `Name <email@example.com>` format.',
  );
const addresses = z.union([address, z.array(address).min(1).max(50)]);

/** The body of Resend's `POST /emails` (https://resend.com/docs/api-reference/emails/send-email). */
export const emailRequest = z
  .object({
    from: address,
    to: addresses,
    subject: z.string().min(1),
    html: z.string().optional(),
    text: z.string().optional(),
    cc: addresses.optional(),
    bcc: addresses.optional(),
    reply_to: addresses.optional(),
    headers: z.record(z.string(), z.string()).optional(),
    tags: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  })
  .refine((email) => email.html !== undefined || email.text !== undefined, {
    path: ['html'],
    message: 'Missing `html` or `text` field.',
  });

export type EmailRequest = z.infer<typeof emailRequest>;

/** A mail in the inbox. `sentAt` is UTC milliseconds. */
export const storedMail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()).min(1),
  replyTo: z.array(z.string()),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  sentAt: z.number(),
  idempotency: z.object({ key: z.string(), payloadHash: z.string() }).optional(),
});

export type StoredMail = z.infer<typeof storedMail>;

/** The bare, lower-case address of `Ada <ADA@example.com>`. */
export function bareAddress(recipient: string): string {
  return (/<([^>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}
