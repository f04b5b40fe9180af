import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiTokenSchema } from '#app/domain/access/api-token-form.ts';
import { isReadableName, tidyName } from '#app/domain/account/display-name.ts';
import { newPersonSchema, registrationSchema } from '#app/domain/account/forms.ts';
import { fullNameSchema } from '#app/domain/account/full-name.ts';
import { codePoint } from '#tests/support/any-text.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';

const names = [
  'Ada Lovelace',
  'Zoë',
  'Zoe\u0308',
  'Nguyễn Thị Ánh',
  'O’Brien',
  "O'Brien",
  'Jean-Luc',
  'Łukasz',
  'Saša–Iva',
  'D‘Arcy Ó Súilleabháin',
  'ẹ̀kọ́',
  'Kaʻiulani',
  'Gabriel·la',
  'Müller 3',
  'Ελένη',
  'Владимир',
  'Հայկ',
  'გიორგი',
  'محمد علی',
  'علی\u200cرضا',
  'דוד בן־גוריון',
  'צה״ל',
  'ދިވެހި',
  'አማርኛ',
  'प्रिया',
  'क्\u200dष',
  'ක්\u200dරිස්',
  'മലയാളം',
  'தமிழ்',
  'བོད',
  'မြန်မာ',
  'ខ្មែរ',
  'สมชาย คำดี',
  '山田 太郎',
  '佐々木',
  'マーク',
  'ジョン・スミス',
  '阿卜杜拉·艾力',
  '김철수',
  'Ada أدا',
  'Weft株式会社',
];

test.for(names)('accepts %s as a name', (name) => {
  expect(fullNameSchema.parse(name)).toBe(name.normalize('NFC'));
});

test('a name becomes NFC with plain spaces and widths', () => {
  expect(fullNameSchema.parse('Zoe\u0308')).toBe('Zo\u00eb');
  expect(fullNameSchema.parse('\u3000山田\u3000\u3000太郎\u00a0')).toBe('山田 太郎');
  expect(fullNameSchema.parse('Ａｄａ ﾛﾍﾞﾙﾄ')).toBe('Ada ロベルト');
});

/** Each character is tested between two letters; the key names the reason. */
const refused: Record<string, string[]> = {
  'bidi control': [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'],
  invisible: [
    ...'\u00ad\u034f\u115f\u1160\u17b4\u180e\u200b\u2060\u2064\u3164\ufe0f\ufeff\uffa0',
    '\u{e0100}',
    '\u{e0041}',
  ],
  'joiner out of place': ['\u200c', '\u200d'],
  control: ['\u0000', '\t', '\n', '\r', '\u001b', '\u007f', '\u0080', '\u0085', '\u009b', '\u2028', '\u2029'],
  'no character': [
    '\ue000',
    '\ufffe',
    '\uffff',
    '\ufdd0',
    '\u0378',
    '\ud800',
    '\udfff',
    '\u{f0000}',
    '\u{1ffff}',
  ],
  dot: [
    ...'\u3002\uff0e\uff61\u2024\ufe52\u06d4\u0701\u0660\u06f0\ua4f8\ua78f\u2e33\u00b7\u30fb\u2027\u22c5',
    '\u{10a50}',
    '\u{1d16d}',
  ],
  slash: [...'\u2044\u2215\u2571\u29f8\uff0f\u1735\u2cc6\u3033\u31d3\u2f03\ufe68\u30ce\uff89\u4e3f'],
  colon: [...'\ua789\u2236\ufe55\uff1a\ufe13\u02d0\u02f8\u0589\u05c3\u0703\u0903\u1803\ua4fd'],
  'mark of the specification': [
    ...'&<>!`/={};:."\\',
    ...'\uff06\uff1c\uff1e\uff01\uff40\uff1d\uff5b\uff5d\uff1b\uff02\uff3c',
  ],
  'letter of another script': [...'аοѕᎪꓮ', '\u{1d4d0}'],
  symbol: ['😀', '☃', '①', '™', '\u20ac', '¶'],
};

test.for(Object.entries(refused))('refuses %s within a name', ([, characters]) => {
  for (const character of characters) {
    const name = `ab${character}cd`;
    expect([character.codePointAt(0)?.toString(16), fullNameSchema.safeParse(name).success]).toEqual([
      character.codePointAt(0)?.toString(16),
      false,
    ]);
  }
});

test('refuses excessive marks and marks without a letter', () => {
  expect(isReadableName('a\u0301\u0302\u0303\u0304\u0305')).toBe(false);
  expect(isReadableName('\u0301a')).toBe(false);
  expect(isReadableName("a'\u0301")).toBe(false);
});

test('no accepted name has a forbidden character, for generated names', () => {
  const unsafe =
    /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}&<>!`/={};:."\\\u3002\uff0e\u2024\ufe52\u2215\uff0f\ua789]/u;
  const piece = fc.oneof(
    fc.constantFrom(...names, ...Object.values(refused).flat()),
    fc.string({ unit: codePoint, maxLength: 3 }),
    fc.constantFrom('a', ' ', '-', "'", 'ي', '山', '\u200d', '\u200c', '\u0301'),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const parsed = fullNameSchema.safeParse(pieces.join(''));
      if (!parsed.success) return;
      expect(parsed.data).not.toMatch(unsafe);
      // Parsing is idempotent.
      expect(fullNameSchema.parse(parsed.data)).toBe(parsed.data);
      expect(tidyName(parsed.data)).toBe(parsed.data);
    }),
    { numRuns: 5_000 },
  );
});

test('every form with a free name uses this schema', () => {
  const hostile = ['Ada\u202eadA', 'Ada\u200b', 'evil\u3002com', 'p\u0430ypal'];
  const fields = {
    accountName: 'ada',
    email: 'ada@example.com',
    confirmEmail: 'ada@example.com',
    humanCheck: 'x',
  };
  for (const name of hostile) {
    const errorsOf = (result: { error?: { issues: Array<{ path: PropertyKey[] }> } | undefined }) =>
      result.error?.issues.map(({ path }) => path[0]);
    const password = 'compile me twice';
    expect(errorsOf(registrationSchema.safeParse({ ...fields, password, fullName: name }))).toContain(
      'fullName',
    );
    expect(errorsOf(newPersonSchema.safeParse({ password, fullName: name }))).toContain('fullName');
    expect(
      errorsOf(apiTokenSchema.safeParse({ name, scopes: ['workspace:view'], lifetime: '30' })),
    ).toContain('name');
  }
  expect(
    apiTokenSchema.parse({ name: 'ci/deploy: v1.2', scopes: ['workspace:view'], lifetime: '30' }).name,
  ).toBe('ci/deploy: v1.2');
});

test('refuses a text of a megabyte without delay', () => {
  const took = cpuTimeOf(() => {
    expect(fullNameSchema.safeParse('a\u0301 '.repeat(300_000)).success).toBe(false);
  });
  expect(took).toBeLessThan(5_000);
});
