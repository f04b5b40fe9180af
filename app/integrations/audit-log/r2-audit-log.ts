/**
 * Copies of audit rows in an R2 bucket with a bucket lock, which lets nobody change or delete them for a year
 * (docs/asvs.md, "External configuration"). The Worker only ever adds: a copy that exists is left as it is.
 */
export function r2AuditLog(bucket: R2Bucket) {
  return {
    /** Keeps lines of JSON under a name; one that is kept already stays as it is. */
    async keep(name: string, lines: string) {
      // Null where the name is taken, as after a run that was repeated.
      await bucket.put(name, lines, {
        onlyIf: new Headers({ 'If-None-Match': '*' }),
        httpMetadata: { contentType: 'application/x-ndjson' },
      });
    },
  };
}

export type AuditLog = ReturnType<typeof r2AuditLog>;
