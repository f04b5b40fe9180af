import { createInstance } from 'i18next';
import { expect, test, vi } from 'vitest';
import { en } from '#app/i18n/en/index.ts';
import { createTranslate, PLURAL_ENDINGS } from '#app/i18n/translate.ts';
import { flatten } from '#app/i18n/words.ts';

const known = new Map(flatten(en));
const translate = createTranslate(
  (key) => known.get(key),
  (key) => {
    throw new Error(key);
  },
) as unknown as (key: string, values?: object) => unknown;
const i18next = createInstance();
i18next.init({ lng: 'en', resources: { en: { translation: en } }, initAsync: false });
const reference = i18next.t as unknown as (key: string, values?: object) => unknown;

const endings = new RegExp(`(?:${PLURAL_ENDINGS.join('|')})$`);
/** `choose_one` ends like a plural form but is not one. */
const isPlural = (key: string) => known.has(`${key}_one`) && known.has(`${key}_other`);
const keys = [
  ...new Set(
    [...known.keys()].map((key) => {
      const plain = key.replace(endings, '');
      return isPlural(plain) ? plain : key;
    }),
  ),
];

function placeholdersOf(key: string): string[] {
  const forms = [key, ...PLURAL_ENDINGS.map((ending) => key + ending)].flatMap(
    (form) => known.get(form) ?? [],
  );
  return forms.flatMap((words) => [...words.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? ''));
}

test.each([0, 1, 2, 11, 1_000_000])('every key reads as i18next reads it, counting %i', (count) => {
  for (const key of keys) {
    // Hostile values: text that looks like markup, a placeholder or a pattern of `replace`.
    const names = placeholdersOf(key).map((name) => [name, `<b>{{other}} $& $1 ${name}`]);
    const values = { ...Object.fromEntries(names), count, returnObjects: true };
    const bare = { ...values, interpolation: { escapeValue: false, skipOnVariables: true } };
    expect([key, translate(key, values)]).toEqual([key, reference(key, bare)]);
  }
});

test('a key without words is shown and reported', () => {
  const onMissing = vi.fn();
  const t = createTranslate(() => undefined, onMissing) as unknown as (key: string) => string;
  expect(t('layout.nothing')).toBe('layout.nothing');
  expect(onMissing.mock.calls).toEqual([['layout.nothing']]);
});
