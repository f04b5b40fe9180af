import fc from 'fast-check';
import { expect, test } from 'vitest';
import { referenceOf } from '#app/domain/help/ticket.ts';
import { ticketSchema } from '#app/domain/help/ticket-form.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { newTicketId } from '#app/use-cases/support/new-ticket-id.ts';
import { codePoint } from '#tests/support/any-text.ts';

const good = { subject: 'It hangs', body: 'Since this morning.' };

/** @returns the errors by field. */
function refusalOf(form: object): Record<string, string[]> {
  const { error } = ticketSchema.safeParse(form);
  const issues = error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), [message]]));
}

test('a subject becomes one visible line, and a body keeps its lines', () => {
  expect(
    ticketSchema.parse({
      subject: ' It hangs\r\nBcc: everyone@example.com\0\u2028again\u202e ',
      body: '\n one\r\ntwo\rthree\n\n\tfour\0\u0007 <b>🦆</b>\u202e ',
    }),
  ).toEqual({
    subject: 'It hangs Bcc: everyone@example.com again',
    body: 'one\ntwo\nthree\n\n\tfour <b>🦆</b>',
  });
});

test.each([
  [{}, { subject: ['fieldErrors.ticket_subject_required'], body: ['fieldErrors.ticket_body_required'] }],
  [{ ...good, subject: ' \0\n ' }, { subject: ['fieldErrors.ticket_subject_required'] }],
  [{ ...good, body: '\0\u202e' }, { body: ['fieldErrors.ticket_body_required'] }],
  [{ ...good, subject: 'a'.repeat(121) }, { subject: ['fieldErrors.ticket_subject_too_long'] }],
  [{ ...good, body: 'a'.repeat(5_001) }, { body: ['fieldErrors.ticket_body_too_long'] }],
  [{ subject: 'a'.repeat(120), body: 'a'.repeat(5_000) }, {}],
])('form %# gets an error for each invalid field', (form, refusal) => {
  expect(refusalOf(form)).toEqual(refusal);
});

test('a browser counts line breaks as the server does', () => {
  expect(refusalOf({ ...good, body: 'a\r\n'.repeat(2_500) })).toEqual({});
  expect(htmlConstraints(ticketSchema)).toMatchObject({
    subject: { required: true, maxLength: 120 },
    body: { required: true, maxLength: 5_000 },
  });
});

test('removes control characters from any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 120 }), (typed) => {
      const { data } = ticketSchema.safeParse({ subject: `x${typed}`, body: `x${typed}` });
      expect(data?.subject ?? '').not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(data?.body ?? '').not.toMatch(/(?![\n\t])\p{Cc}/u);
    }),
  );
});

test('an id gives a readable reference', () => {
  expect(referenceOf('tkt_7f3k9qzd1abc')).toBe('7F3K-9QZD-1ABC');
  expect(referenceOf('something else')).toBe('something else');
  const ids = Array.from({ length: 200 }, newTicketId);
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) expect(referenceOf(id)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
});
