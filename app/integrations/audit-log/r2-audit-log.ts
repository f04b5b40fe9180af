import { inTime } from '../in-time.ts';

/** Copies of audit rows in an R2 bucket whose lock keeps each for a year (docs/asvs.md, "External configuration"). */
export function r2AuditLog(bucket: R2Bucket) {
  return {
    /** Stores lines of JSON under a name; an existing object is never overwritten. */
    async keep(name: string, lines: string) {
      // Null if the name exists, as after a repeated run.
      const put = bucket.put(name, lines, {
        onlyIf: new Headers({ 'If-None-Match': '*' }),
        httpMetadata: { contentType: 'application/x-ndjson' },
      });
      await inTime(put);
    },
  };
}

export type AuditLog = ReturnType<typeof r2AuditLog>;
