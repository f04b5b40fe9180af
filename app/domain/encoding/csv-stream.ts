import { csvLine } from './csv.ts';

/** Lines of a CSV file, and the read of the next page; null after the last page. */
export interface CsvPage {
  lines: ReadonlyArray<readonly string[]>;
  next: (() => Promise<CsvPage>) | null;
}

/**
 * Streams a CSV file page by page, as its reader consumes it, so that no file is in memory as a whole.
 *
 * @param first the first page, read by the caller, whose response reports its failure. A later failure aborts
 *   the stream.
 */
export function csvStream(header: readonly string[], first: CsvPage): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder();
  let page: CsvPage | null = first;
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      const current = page;
      if (!current) return controller.close();
      const lines = [...(isFirst ? [header] : []), ...current.lines].map(csvLine);
      isFirst = false;
      if (lines.length > 0) controller.enqueue(bytes.encode(lines.join('')));
      page = current.next && (await current.next());
      if (!page) controller.close();
    },
  });
}
