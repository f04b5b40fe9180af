export type SqlValue = ArrayBuffer | string | number | null;

/** What held webhooks use of the object's SQL storage. */
export interface Sql {
  exec<Row extends Record<string, SqlValue>>(
    query: string,
    ...values: unknown[]
  ): { toArray(): Row[]; one(): Row };
}
