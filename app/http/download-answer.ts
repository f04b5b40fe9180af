import type { OpenArchive } from '#app/use-cases/backups/manage-backups.ts';

interface Download {
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

/** @returns the header to save a response under any name: in ASCII for old clients (RFC 6266), then the name (RFC 8187). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(fileName.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
