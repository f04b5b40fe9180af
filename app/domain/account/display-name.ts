import { z } from 'zod';
import { fieldError } from '../errors/field-errors.ts';
import { once } from '../once.ts';

/** Scripts in everyday use today (UAX 31, table 5). Others are restricted by UTS 39, many of them look like Latin. */
const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
];

/** UTS 39, 5.2, "Highly Restrictive": scripts that one word may combine; otherwise it uses one script. */
const mixes = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** Valid with every script: digits, inherited marks, and the letters ʻ and ʼ of Hawaiian and Ukrainian. */
const common = String.raw`0-9\p{sc=Inherited}\u02bb\u02bc\u200c\u200d`;

/** The scripts allowed in one word. Created with the first name: at start, they would take 2 % of it. */
const wordPatterns = once(() =>
  [...scripts.map((script) => [script]), ...mixes].map(
    (mix) => new RegExp(`^[${mix.map((script) => String.raw`\p{scx=${script}}`).join('')}${common}]+$`, 'u'),
  ),
);

/**
 * In addition to letters, marks and digits: ASCII, and punctuation of names. ’ and ‘, the hyphens ‐ and ‑, the dash
 * –, and the Hebrew maqaf, geresh and gershayim.
 */
const allowed =
  /^[ -~\p{L}\p{M}\p{Nd}\u2018\u2019\u2010\u2011\u2013\u05be\u05f3\u05f4\u00b7\u30fb\u200c\u200d]*$/u;

const refused = [
  // Bidi controls, zero widths, fillers and variation selectors; the two joiners have the contexts below.
  /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u,
  // Letters that look like punctuation: clicks like !, phonetic dots and colons, strokes of vertical Japanese.
  /[\u01c0-\u01c3\u02d0\u02d1\ua78f\u3033-\u3035]/u,
  // ノ and 丿 beside Latin letters look like a slash.
  /\p{sc=Latin}[\u30ce\u4e3f]|[\u30ce\u4e3f]\p{sc=Latin}/u,
  // The middle dot joins l·l of Catalan and names in Han; the katakana one joins kana and Han (RFC 5892, A.3 and A.7).
  /(?<!l)\u00b7(?!\p{sc=Han})|(?<!\p{sc=Han}|l)\u00b7|l\u00b7(?!l)/iu,
  /(?<![\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Han}])\u30fb|\u30fb(?![\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Han}])/u,
  // More marks than a letter has in any language, and marks on nothing (UTS 39, 5.4).
  /\p{Mn}{5}|(?:^|[^\p{L}\p{M}\p{Nd}\u200c\u200d])\p{M}/u,
];

/** RFC 5892, A.1 and A.2: a joiner follows a virama, or the non-joiner is between two letters of Arabic script. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2]`;
const joinerOutOfPlace = new RegExp(
  String.raw`(?<!${virama})\u200d|(?<!${virama}|\p{sc=Arabic})\u200c|(?<=\p{sc=Arabic})\u200c(?!\p{sc=Arabic})|[\u200c\u200d](?!\p{L})`,
  'u',
);

/** Full-width and half-width forms, which a Japanese keyboard types for plain ones. */
const widths = /[\uff01-\uffee]+/g;

/** @returns the text composed (NFC), each run of white space one plain space, full-width letters plain ones. */
export function tidyName(text: string): string {
  return text
    .trim()
    .replace(widths, (run) => run.normalize('NFKC'))
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

/**
 * @returns whether a tidied text cannot be misread (UTS 39): no controls, nothing invisible, no
 *   look-alikes of `.`, `/` and `:`, and no word of mixed scripts.
 */
export function isReadableName(text: string): boolean {
  if (!allowed.test(text) || joinerOutOfPlace.test(text) || refused.some((pattern) => pattern.test(text))) {
    return false;
  }
  const parts = text.split(/[^\p{L}\p{M}\p{Nd}\u200c\u200d]+/u).filter((part) => part !== '');
  return parts.every((part) => wordPatterns().some((word) => word.test(part)));
}

/** The schema of a name that others read. @param rules the errors of an empty and a long name; `max` counts UTF-16 units. */
export function displayName(rules: { max: number; required: string; tooLong: string }): z.ZodString {
  return z
    .string({ error: rules.required })
    .overwrite(tidyName)
    .min(1, rules.required)
    .max(rules.max, rules.tooLong)
    .refine((text) => text.length > rules.max || isReadableName(text), fieldError('name_unreadable'));
}
