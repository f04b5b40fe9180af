/**
 * Writes one line of CSV (RFC 4180) whose fields no spreadsheet evaluates as a formula: a leading apostrophe makes
 * them text (https://owasp.org/www-community/attacks/CSV_Injection). Numbers stay numbers, except a negative one at the start of
 * the line: a spreadsheet that separates by another character reads it and the fields after it as one cell.
 */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field, index) => csvField(field, index === 0)).join(',')}\r\n`;
}

/** A decimal, also below zero: a value to add up, never a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * The start of a formula, also in full width and after white space, which some programs drop; a tab or a line break
 * at the start; and a formula after a character at which a spreadsheet of another locale starts the next cell.
 */
const FORMULA = /^(?=[\t\r\n]|\s*[=+\-@＝＋－＠])|(?<=[;|\t\r\n,"]\s*)(?=[=+\-@＝＋－＠])/g;

function csvField(text: string, isFirst: boolean): string {
  const isNumber = NUMBER.test(text) && !(isFirst && text.startsWith('-'));
  const safe = isNumber ? text : text.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of a CSV file, and the read of the next page; null after the last page. */
export interface CsvPage {
  lines: ReadonlyArray<readonly string[]>;
  next: (() => Promise<CsvPage>) | null;
}

/** Without it, Excel reads a file in the encoding of its machine, and shows `Zürich` as `ZÃ¼rich`; other readers skip it. */
const BYTE_ORDER_MARK = '\u{FEFF}';

/**
 * Streams a CSV file page by page, as its reader consumes it, so that no file is in memory as a whole.
 * @param first the first page, whose failure the caller's response reports. A later failure aborts the stream.
 */
export function csvStream(header: readonly string[], first: CsvPage): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder();
  let page: CsvPage | null = first;
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      const current = page;
      if (!current) return controller.close();
      const start = isFirst ? BYTE_ORDER_MARK + csvLine(header) : '';
      const text = start + current.lines.map(csvLine).join('');
      isFirst = false;
      if (text) controller.enqueue(bytes.encode(text));
      page = current.next && (await current.next());
      if (!page) controller.close();
    },
  });
}
