import { expect, test } from 'vitest';
import type { Mail } from '#app/domain/mail/messages.ts';
import { writeMail } from '#app/integrations/mail/write-mail.ts';

const portal = 'https://weft.example';
const to = 'zoë@example.com';
const hostile = '<a href="https://evil.example">Zoë</a>';
const token = 'a+b/c=&d';
const sentToken = 'a%2Bb%2Fc%3D%26d';

const mails: Array<[Mail, subject: string, link: string, ...words: string[]]> = [
  [
    { template: 'magic_link', to, data: { name: hostile, token } },
    'Your link to sign in to Weft Cloud',
    `/magic-link?token=${sentToken}`,
    'works for 10 minutes and can be used once',
  ],
  [
    { template: 'reset_password', to, data: { name: hostile, token } },
    'Choose a new password for Weft Cloud',
    `/reset-password?token=${sentToken}`,
    'works for 60 minutes and can be used once',
    'your current password stays the same',
  ],
  [
    { template: 'password_changed', to, data: { name: hostile } },
    'Your Weft Cloud password was changed',
    '/forgot-password',
    'This wasn’t me',
  ],
  [
    { template: 'confirm_new_email', to, data: { token } },
    'Confirm your new email for Weft Cloud',
    `/change-email?token=${sentToken}`,
    'works for 24 hours and can be used once',
    'Until then nothing changes.',
  ],
  [
    { template: 'email_already_used', to, data: {} },
    'This address already has a Weft Cloud account',
    '/login',
    'nothing was changed',
  ],
  [
    { template: 'email_change_requested', to, data: { name: hostile, newEmail: 'new@example.com' } },
    'Your Weft Cloud email is about to change',
    '/account?dialog=password',
    'to new@example.com',
    'This wasn’t me',
  ],
  [
    { template: 'email_changed', to, data: { name: hostile, newEmail: 'new@example.com' } },
    'Your Weft Cloud email was changed',
    '/account?dialog=password',
    'is now new@example.com',
    'This wasn’t me',
  ],
  [
    {
      template: 'second_factor_changed',
      to,
      data: { name: hostile, change: 'passkey_added', label: 'Laptop' },
    },
    'Your Weft Cloud sign-in methods changed',
    '/account?dialog=password',
    'The passkey “Laptop” was added',
    'This wasn’t me',
  ],
  [
    { template: 'second_factor_guessed', to, data: { name: hostile } },
    'Wrong codes entered after your Weft Cloud password',
    '/account?dialog=password',
    'They didn’t get in.',
  ],
  [
    { template: 'removed_from_account', to, data: { name: hostile, accountName: 'ada-labs' } },
    'You were removed from ada-labs on Weft Cloud',
    '',
    'An owner of “ada-labs” has removed you from it.',
  ],
];

/** @returns the URLs that the mail links to. */
const linksIn = (html: string) => new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href));

const cases = mails.map(([mail, subject, link, ...words]) => ({
  template: mail.template,
  mail,
  subject,
  link,
  words,
}));

test.for(cases)(
  '$template: states what happened and links only to the right page',
  ({ mail, subject, link, words }) => {
    const written = writeMail(mail, portal);
    expect(written.subject).toBe(subject);
    for (const part of words) {
      expect(written.text).toContain(part);
      expect(written.html).toContain(part);
    }
    expect(written.text).toContain(`:\n${portal}${link}\n`);
    expect(linksIn(written.html)).toEqual(new Set([`${portal}${link}`]));
    expect(`${written.subject}${written.text}`).not.toMatch(/\{\{|undefined|NaN|mail\./);
  },
);

test.for(cases)('$template: a name with markup stays text', ({ mail }) => {
  const { html } = writeMail(mail, portal);
  expect(html).not.toContain('<a href="https://evil.example">');
  expect(html).toContain('name' in mail.data ? 'Hello &lt;a href=' : 'Hello,');
});

test.each(['email_change_requested', 'email_changed'] as const)(
  '%s: a new address with markup stays text',
  (template) => {
    const newEmail = '"<img/src=x>"@example.com';
    const { html } = writeMail({ template, to, data: { name: 'Ada', newEmail } }, portal);
    expect(html).not.toContain('<img/');
    expect(html).toContain('&lt;img/src=x&gt;');
  },
);
