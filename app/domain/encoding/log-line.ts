/**
 * Control characters of C1 and DEL, which JSON leaves as they are and terminals obey (U+009B begins an escape sequence); line and paragraph
 * separators; and characters that show text in another order than it is read.
 */
const OBEYED = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * @returns one line of JSON for the log, which no value of a stranger, such as a User-Agent, can
 *   end, reorder or hide in a terminal. `JSON.parse` gives the same values.
 */
export function logLine(fields: object): string {
  return JSON.stringify(fields).replace(
    OBEYED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
