import type { SubmissionResult } from '@conform-to/react';

/** Each takes up to eleven bytes on a page, in its script and its markup; a byte that is no UTF-8 becomes U+FFFD. */
const ESCAPED = /[\p{Cc}&<>"'\u2028\u2029\ufffd]/gu;
/** So few are no amplification beside the page itself. */
const ESCAPED_FREE = 100;
/** With more than one in so many characters, an answer could be four times what was sent. */
const ESCAPED_SHARE = 5;

/** @returns the answer to a form; without what was typed where repeating it would be much longer than it was. */
export function withoutAmplification(result: SubmissionResult<string[]>): SubmissionResult<string[]> {
  const { initialValue, ...rest } = result;
  if (!initialValue) return result;
  const texts = textsIn(initialValue);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const escaped = texts.reduce((sum, text) => sum + (text.match(ESCAPED)?.length ?? 0), 0);
  return escaped > ESCAPED_FREE && escaped * ESCAPED_SHARE > length ? { ...rest, initialValue: {} } : result;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
