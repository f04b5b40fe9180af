import { z } from 'zod';
import { fieldError } from '../errors/field-errors.ts';

const SUBJECT_MAX_LENGTH = 120;
const BODY_MAX_LENGTH = 5_000;

/**
 * One line of text: a line break would begin another header where it becomes a mail's subject, and what is invisible
 * would let it read as something else.
 */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/ {2,}/g, ' ');

/** Text as it was typed, with one kind of line break and without control characters, which no store has to take. */
const plainText = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/gu, '');

/** The form of /help (spec §2, "support ticket"); its attachment is looked at apart. */
export const ticketSchema = z.object({
  subject: z
    .string({ error: fieldError('ticket_subject_required') })
    .overwrite(oneLine)
    .trim()
    .min(1, fieldError('ticket_subject_required'))
    .max(SUBJECT_MAX_LENGTH, fieldError('ticket_subject_too_long')),
  body: z
    .string({ error: fieldError('ticket_body_required') })
    .overwrite(plainText)
    .trim()
    .min(1, fieldError('ticket_body_required'))
    .max(BODY_MAX_LENGTH, fieldError('ticket_body_too_long')),
});
export type TicketWords = z.infer<typeof ticketSchema>;

/** Names the form as it was shown: sent twice, it is one ticket. Never typed by a person. */
export const formKeySchema = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);
