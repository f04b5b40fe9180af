/**
 * Writes one line of CSV (RFC 4180). A field that a spreadsheet would take for a formula gets an apostrophe before it.
 *
 * @returns the line with its line break.
 */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
