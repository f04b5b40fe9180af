export type SqlValue = ArrayBuffer | string | number | null;

/** An entry as a query returns it: SQLite has no booleans. */
export type SqlRow<Entry> = { [Name in keyof Entry]: Entry[Name] extends boolean ? number : Entry[Name] };

/** The part of the object's SQL storage that the workspace's stores use. */
export interface Sql {
  exec<Found extends Record<string, SqlValue>>(
    query: string,
    ...values: unknown[]
  ): { toArray(): Found[]; one(): Found };
}

/** Inserts a row, or changes the row with the same keys. Keys and values are given by column. */
export function upsert(
  sql: Sql,
  table: string,
  keys: Readonly<Record<string, SqlValue>>,
  values: Readonly<Record<string, SqlValue>>,
): void {
  const row = { ...keys, ...values };
  const columns = Object.keys(row);
  const updates = Object.keys(values).map((column) => `${column} = excluded.${column}`);
  sql.exec(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (${Object.keys(keys).join(', ')}) DO UPDATE SET ${updates.join(', ')}`,
    ...Object.values(row),
  );
}

/** The key of a table with at most one row. */
export const ONLY_ROW = { only_row: 1 };
