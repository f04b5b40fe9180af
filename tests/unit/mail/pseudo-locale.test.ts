import { afterAll, beforeAll, expect, test } from 'vitest';
import { en } from '#app/i18n/en/index.ts';
import { addWords } from '#app/i18n/words.ts';
import { writeMail } from '#app/integrations/mail/write-mail.ts';
import { mailSamples } from '../../support/mail-samples.ts';
import { foreignWords, pseudo, wordsIn } from '../../support/pseudo-locale.ts';

/** One of each, with nothing but figures for data. */
const mails = mailSamples('7');
const to = '7@7.example';

beforeAll(() => addWords(pseudo(en)));
// Translations belong to the process, which other test files share.
afterAll(() => addWords(en));

test.each(mails)('the mail $template has no sentence outside the translations', (mail) => {
  const { subject, html, text } = writeMail(mail, 'https://7.example');
  const pieces = [subject, ...wordsIn(html), ...text.split('\n')];
  expect(pieces.join()).toContain('[!!! ');
  expect(foreignWords(pieces, [/https?:\/\/\S+/, to, 'UTC', 'kB'])).toEqual([]);
});
