import { contentDisposition } from './content-disposition.ts';

/** @returns a CSV file as an uncacheable download. */
export function csvAnswer(content: ReadableStream<Uint8Array>, fileName: string): Response {
  return new Response(content, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': contentDisposition(fileName),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
