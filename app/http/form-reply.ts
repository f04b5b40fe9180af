import type { SubmissionResult } from '@conform-to/react';
import type { FieldErrorCode } from '#app/domain/errors/field-errors.ts';
import { t } from '#app/i18n/t.ts';

/** The keys that schemas and use cases name their errors by. */
const ERROR_KEY = /^(?:errors|fieldErrors)\.\w+$/;
/** Each takes up to eleven bytes on a page, in script and markup. Invalid UTF-8 becomes U+FFFD. */
const ESCAPED = /[\p{Cc}&<>"'\u2028\u2029\ufffd]/gu;
/** Up to here escaping adds little to the page's own size. */
const ESCAPED_FREE = 100;
/** With a higher share, a reply could be four times as long as the request. */
const ESCAPED_SHARE = 5;
/** More than all fields of /invite-teammate: of a list with hundreds of wrong values, the first errors are enough. */
const MAX_ERRORS = 50;

/** @returns the answer to a form with its first errors' sentences; without the input if escaping made it much longer. */
export function limitReply(result: SubmissionResult<string[]>): SubmissionResult<string[]> {
  const { initialValue, ...others } = result;
  const rest = others.error
    ? { ...others, error: Object.fromEntries(Object.entries(others.error).slice(0, MAX_ERRORS).map(inWords)) }
    : others;
  if (!initialValue) return rest;
  const texts = textsIn(initialValue);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const escaped = texts.reduce((sum, text) => sum + (text.match(ESCAPED)?.length ?? 0), 0);
  return escaped > ESCAPED_FREE && escaped * ESCAPED_SHARE > length
    ? { ...rest, initialValue: {} }
    : { initialValue, ...rest };
}

/** The browser has no words for errors: each would bring all. */
function inWords([name, errors]: [string, string[] | null]): [string, string[] | null] {
  return [name, errors ? errors.map(errorSentence) : null];
}

/** @returns the sentence of an error's key; any other text as it is. */
export function errorSentence(key: string): string {
  return ERROR_KEY.test(key) ? t(key as `fieldErrors.${FieldErrorCode}`) : key;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
