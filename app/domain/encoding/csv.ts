/**
 * Writes one line of CSV (RFC 4180) whose fields no spreadsheet evaluates as a formula: a leading apostrophe makes
 * them text (https://owasp.org/www-community/attacks/CSV_Injection). Numbers stay numbers.
 *
 * @returns the line with its line break.
 */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

/** A decimal, also below zero: a value to add up, never a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * The start of a formula, also in full width and after white space, which some programs drop; a tab or a line break
 * at the start; and a formula after a character at which a spreadsheet of another locale starts the next cell.
 */
const FORMULA = /^(?=[\t\r\n]|\s*[=+\-@＝＋－＠])|(?<=[;|\t\r\n,"]\s*)(?=[=+\-@＝＋－＠])/g;

function csvField(text: string): string {
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
