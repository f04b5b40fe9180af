import type { OpenArchive } from '#app/use-cases/backups/manage-backups.ts';
import { contentDisposition } from './content-disposition.ts';

interface Download {
  /** Its media type. */
  type: string;
  fileName: string;
  /** The size, where it is known ahead. */
  bytes?: number;
}

/** @returns a file that the browser saves. The Worker adds the headers of every answer, such as that no cache stores it. */
export function downloadAnswer(content: ReadableStream, { type, fileName, bytes }: Download): Response {
  const headers = new Headers({ 'Content-Type': type, 'Content-Disposition': contentDisposition(fileName) });
  if (bytes !== undefined) headers.set('Content-Length', String(bytes));
  return new Response(content, { headers });
}

/** @returns a CSV file that the browser saves. */
export function csvAnswer(content: ReadableStream, fileName: string): Response {
  return downloadAnswer(content, { type: 'text/csv; charset=utf-8', fileName });
}

/** @returns an archive of workflows that the browser saves. */
export function archiveAnswer({ content, ...file }: OpenArchive): Response {
  return downloadAnswer(content, { type: 'application/zip', ...file });
}
