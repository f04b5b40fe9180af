import { z } from 'zod';
import { oneLine, plainText } from '../encoding/plain-text.ts';
import { fieldError } from '../errors/field-errors.ts';

const SUBJECT_MAX_LENGTH = 120;
const BODY_MAX_LENGTH = 5_000;

/** The form of /help (spec §2, "support ticket"); `attachment.ts` checks its attachment. */
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

/** Id of the displayed form: sending it twice opens one ticket. */
export const formKeySchema = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);
