/**
 * Replaces each half of a surrogate pair by U+FFFD: a limit of length can leave one of an emoji, and strict parsers of JSON and UTF-8
 * refuse it.
 */
export function toWellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
