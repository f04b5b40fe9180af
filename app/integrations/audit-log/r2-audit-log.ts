import type { AuditLog } from '#app/use-cases/maintenance/ports.ts';

/**
 * Copies of audit rows in an R2 bucket with a bucket lock, which lets nobody change or delete them for a year
 * (docs/asvs.md, "Set outside"). The Worker only ever adds: a copy that exists is left as it is.
 */
export function r2AuditLog(bucket: R2Bucket): AuditLog {
  return {
    async keep(name, lines) {
      // Null where the name is taken, as after a run that was repeated.
      await bucket.put(name, lines, {
        onlyIf: new Headers({ 'If-None-Match': '*' }),
        httpMetadata: { contentType: 'application/x-ndjson' },
      });
    },
  };
}
