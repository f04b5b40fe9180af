import type { OpenArchive } from '#app/use-cases/backups/manage-backups.ts';
import { contentDisposition } from './content-disposition.ts';

/** @returns an archive as an uncacheable download. */
export function archiveAnswer({ content, bytes, fileName }: OpenArchive): Response {
  return new Response(content, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Length': String(bytes),
      'Content-Disposition': contentDisposition(fileName),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
