import type { TFunction } from 'i18next';
import type { en } from './en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** A translation: a sentence, or the paragraphs of one. */
export type Words = string | readonly string[];

/** Values for the placeholders of a sentence; `count` also chooses its plural form. */
export type Values = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /\{\{\s*([^}\s]+)\s*\}\}/;
/** Created by the first plural: it loads ICU's data. */
let plurals: Intl.PluralRules | undefined;

/** Plural suffixes of keys in i18next's JSON v4: https://www.i18next.com/misc/json-format */
export const PLURAL_ENDINGS = ['_zero', '_one', '_two', '_few', '_many', '_other'] as const;

/** Parsed sentences: alternating texts and placeholder names. */
const partsOf = new Map<string, string[]>();

/** @returns the sentence with its placeholders filled; a missing value leaves nothing. @param sentence of the words, or a part. */
export function interpolate(sentence: string, values: Values): string {
  let parts = partsOf.get(sentence);
  if (!parts) {
    parts = sentence.split(PLACEHOLDER);
    partsOf.set(sentence, parts);
  }
  let text = parts[0] ?? '';
  for (let index = 1; index < parts.length; index += 2)
    text += String(values[parts[index] ?? ''] ?? '') + parts[index + 1];
  return text;
}

/**
 * Creates the function that reads words, with i18next's placeholders, plurals and lists. i18next itself costs a browser
 * 18 kB, the Worker 15 kB and a page a fifth of its time (docs/decisions/translations.md); a test compares the two over
 * every key.
 * @param onMissing is called with a key that has no words, which is shown then.
 */
export function createTranslate(
  find: (key: string) => Words | undefined,
  onMissing: (key: string) => void,
): TFunction {
  const wordsOf = (key: string, count: unknown): Words | undefined => {
    if (typeof count !== 'number') return find(key);
    plurals ??= new Intl.PluralRules('en');
    const zero = count === 0 ? find(`${key}_zero`) : undefined;
    return zero ?? find(`${key}_${plurals.select(count)}`) ?? find(key);
  };
  const translate = (key: string, values?: Values): Words => {
    const words = wordsOf(key, values?.count);
    if (words === undefined) {
      onMissing(key);
      return key;
    }
    if (!values) return words;
    return typeof words === 'string'
      ? interpolate(words, values)
      : words.map((part) => interpolate(part, values));
  };
  // i18next's type checks each key and the type of its value.
  return translate as unknown as TFunction;
}
