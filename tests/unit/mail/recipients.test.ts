import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roles } from '#app/domain/access/roles.ts';
import { mailRules } from '#app/domain/mail/mail-rules.ts';
import type { Mail } from '#app/domain/mail/messages.ts';
import { writeMail } from '#app/integrations/mail/write-mail.ts';

type Rules = typeof mailRules;
type Unconfirmed = {
  [Template in keyof Rules]: Rules[Template]['recipient'] extends 'unconfirmed' ? Template : never;
}[keyof Rules];

/** One of each mail to unconfirmed recipients; the type requires new ones too. */
const samples: { [Template in Unconfirmed]: Extract<Mail, { template: Template }>['data'] } = {
  confirm_email: { accountName: 'ada-labs', token: 'a-token' },
  already_registered: {},
  invitation: { inviterEmail: 'ada@example.com', accountName: 'ada-labs', role: 'member', token: 'a-token' },
  confirm_new_email: { token: 'a-token' },
  email_already_used: {},
};

/** Allowed values in such a mail: no sentence fits any of these formats. */
const shapes: Record<string, (value: unknown) => boolean> = {
  accountName: (value) => /^[a-z][a-z0-9-]{1,23}[a-z0-9]$/.test(String(value)),
  // Confirmed by the inviter.
  inviterEmail: (value) => /^\S+@\S+$/.test(String(value)),
  role: (value) => roles.some((role) => role === value),
  token: (value) => /^[\w-]+$/.test(String(value)),
};

const mailOf = ([template, data]: [string, object]) =>
  ({ template, to: 'grace@example.com', data }) as unknown as Mail;
const textOf = (mail: Mail) => {
  const { subject, text, html } = writeMail(mail, 'https://weft.example');
  return `${subject}\n${text}\n${html}`;
};

test('lists the templates for unconfirmed recipients', () => {
  const unconfirmed = Object.entries(mailRules).flatMap(([name, { recipient }]) =>
    recipient === 'unconfirmed' ? [name] : [],
  );
  expect(Object.keys(samples).sort()).toEqual(unconfirmed.sort());
});

test.for(Object.entries(samples))('%s has no free text from a person', ([, data]) => {
  for (const [field, value] of Object.entries(data)) {
    expect(shapes[field], `such a mail may not carry ${field}`).toBeDefined();
    expect(shapes[field]?.(value), field).toBe(true);
  }
});

test.for(Object.entries(samples))(
  '%s greets no one by a name, whatever its row contains',
  ([template, data]) => {
    const plain = textOf(mailOf([template, data]));
    expect(plain).toContain('Hello,');
    const free = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 100 });
    fc.assert(
      fc.property(free, (name) => {
        const row = { ...data, name, fullName: name, inviterName: name, inviter: name };
        expect(textOf(mailOf([template, row]))).toBe(plain);
      }),
      { numRuns: 500 },
    );
  },
);
