export type SqlValue = ArrayBuffer | string | number | null;

/** The part of the object's SQL storage that held webhooks and backups use. */
export interface Sql {
  exec<Row extends Record<string, SqlValue>>(
    query: string,
    ...values: unknown[]
  ): { toArray(): Row[]; one(): Row };
}
