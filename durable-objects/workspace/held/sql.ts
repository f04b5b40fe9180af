export type SqlValue = ArrayBuffer | string | number | null;

/** An entry as a query returns it: SQLite has no booleans. */
export type SqlRow<Entry> = { [Name in keyof Entry]: Entry[Name] extends boolean ? number : Entry[Name] };

/** The part of the object's SQL storage that held webhooks and backups use. */
export interface Sql {
  exec<Found extends Record<string, SqlValue>>(
    query: string,
    ...values: unknown[]
  ): { toArray(): Found[]; one(): Found };
}
