import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hashRecoveryCode,
  newRecoveryCodes,
  normalizeRecoveryCode,
} from '#app/use-cases/second-factor/recovery-codes.ts';
import { anyText } from '#tests/support/any-text.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codes = fc
  .string({ unit: fc.constantFrom(...alphabet), minLength: 24, maxLength: 24 })
  .map((characters) => characters.replaceAll(/.{6}(?=.)/g, '$&-'));

test('makes ten different codes of four groups without confusable letters', () => {
  const made = newRecoveryCodes();
  expect(new Set(made).size).toBe(10);
  for (const code of made)
    expect(code).toMatch(/^(?:[0-9abcdefghjkmnpqrstvwxyz]{6}-){3}[0-9abcdefghjkmnpqrstvwxyz]{6}$/);
});

test('uses every character of the alphabet at every place', () => {
  const made = newRecoveryCodes(3000).map((code) => code.replaceAll('-', ''));
  for (let place = 0; place < 24; place += 1) {
    expect(new Set(made.map((code) => code.charAt(place))).size).toBe(32);
  }
});

test('reads its own codes unchanged', () => {
  for (const code of newRecoveryCodes()) expect(normalizeRecoveryCode(code)).toBe(code);
});

test('reads a code in any case, and with any spaces, hyphens and confusable letters', () => {
  const separators = fc.string({ unit: fc.constantFrom(' ', '-'), maxLength: 1 });
  fc.assert(
    fc.property(
      codes,
      fc.infiniteStream(fc.boolean()),
      fc.infiniteStream(separators),
      (code, flips, gaps) => {
        const typed = [...code.replaceAll('-', '')].map((character) => {
          const swapped = flips.next().value ? swapConfusable(character) : character;
          return (flips.next().value ? swapped.toUpperCase() : swapped) + gaps.next().value;
        });
        expect(normalizeRecoveryCode(typed.join(''))).toBe(code);
      },
    ),
  );
});

test.each([
  ['nothing', ''],
  ['only hyphens', '-'.repeat(24)],
  ['one character less', '000000-000000-000000-00000'],
  ['one character more', '000000-000000-000000-0000000'],
  ['a u', 'u00000-000000-000000-000000'],
  ['the Kelvin sign for k', '\u212a00000-000000-000000-000000'],
  ['full-width digits', '０'.repeat(24)],
  ['Arabic digits', '٠'.repeat(24)],
  ['a dotted capital I', `${'0'.repeat(23)}\u0130`],
  ['10 MB', '0'.repeat(10_000_000)],
])('refuses %s', (_, typed) => {
  expect(normalizeRecoveryCode(typed)).toBeNull();
});

test('reads any text without an exception, and reads its result the same again', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, codes), (typed) => {
      const code = normalizeRecoveryCode(typed);
      if (code !== null) expect(normalizeRecoveryCode(code)).toBe(code);
    }),
  );
});

test('hashes a code differently for each user and each code', async () => {
  await fc.assert(
    fc.asyncProperty(codes, codes, fc.string(), fc.string(), async (one, other, user, another) => {
      const hash = hashRecoveryCode(one, user);
      expect(hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(hash === hashRecoveryCode(other, another)).toBe(one === other && user === another);
      expect(hash === hashRecoveryCode(one, another)).toBe(user === another);
    }),
  );
});

function swapConfusable(character: string): string {
  if (character === '0') return 'o';
  return character === '1' ? 'l' : character;
}
