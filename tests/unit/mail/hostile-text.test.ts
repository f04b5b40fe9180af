import { expect, test } from 'vitest';
import { emailSchema } from '#app/domain/account/email.ts';
import { writeMail } from '#app/integrations/mail/write-mail.ts';
import { mailSamples } from '../../support/mail-samples.ts';

const MARKUP = '<img src=x onerror=alert(1)>';
const HEADER = 'Bcc: everyone@evil.example';
/** Line breaks of each kind in front of another header, an override of the direction, markup, and a quote of an attribute. */
const hostile = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\0']
  .map((lineBreak) => `a${lineBreak}${HEADER}`)
  .join('')
  .concat(`\u202egnp.exe\u2066\ufeff" onload="alert(1)${MARKUP}&lt;`);
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u;

test.each(mailSamples(hostile))('the mail $template shows hostile text as text', (mail) => {
  const { subject, html, text, replyTo } = writeMail(mail, 'https://weft.example');
  expect(subject).not.toMatch(CONTROLS);
  expect(replyTo ?? '').not.toMatch(CONTROLS);
  for (const body of [html, text]) expect(body.replaceAll(/[\n\t]/g, '')).not.toMatch(CONTROLS);
  expect(html).not.toContain('<img src=x');
  expect(html.match(/<[^>]*\sonload=/g)).toBeNull();
  // Only a ticket's text has lines of its own, each of them marked as a quote.
  const lines = text.split('\n').filter((line) => line.startsWith('Bcc:'));
  expect(lines).toEqual([]);
});

test.each([
  `ada@example.com\r\n${HEADER}`,
  `${MARKUP}@example.com`,
  'ada@exam\u202eple.com',
  'ada\0@example.com',
])('accepts no address %j, which could be the recipient or the reply address of a mail', (email) => {
  expect(emailSchema.safeParse(email).success).toBe(false);
});
