import { expect, test } from 'vitest';
import { emailSchema } from '#app/domain/account/email.ts';

const accepts = (email: string) => emailSchema.safeParse(email).success;

test.each([
  ['a local part', (length: number) => `${'a'.repeat(length)}@example.com`, 64],
  ['a label of the domain', (length: number) => `ada@${'a'.repeat(length)}.com`, 63],
  ['a label below it', (length: number) => `ada@${'a'.repeat(length)}.example.com`, 63],
  ['the last label', (length: number) => `ada@example.${'a'.repeat(length)}`, 63],
])('rejects an email address when %s is too long', (_, emailOf, longest) => {
  expect([accepts(emailOf(longest)), accepts(emailOf(longest + 1))]).toEqual([true, false]);
});

test.each(['ada+n8n@example.com', "o'hara@example.com", 'ada@xn--exmple-cua.com', ' ada@example.com '])(
  'accepts the address %j',
  (email) => expect(accepts(email)).toBe(true),
);
