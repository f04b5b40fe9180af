import { decodeValue, type SqlValue, type WireValue } from './values.ts';

/** A statement's result in the JSON of Hrana. */
export interface WireResult {
  cols: ReadonlyArray<{ name: string | null }>;
  rows: ReadonlyArray<readonly WireValue[]>;
  affected_row_count: number;
}

/** Of libSQL's result what drizzle reads. */
export interface StatementResult {
  /** Array-like: a value for each column. */
  rows: ReadonlyArray<ArrayLike<SqlValue>>;
  rowsAffected: number;
}

/**
 * @returns rows that have each value by its position and, of the first column of a name, by its name. Only the names are
 *   enumerable: drizzle copies those of a query without declared columns.
 */
export function toResult({ cols, rows, affected_row_count }: WireResult): StatementResult {
  const names = cols.map(({ name }) => name ?? '');
  const Row = rowClass(names.length);
  return {
    rows: rows.map((row) => {
      const values = row.map(decodeValue);
      const named = new Row(values);
      // From the last: of two columns with one name, the first one keeps it.
      for (let index = names.length - 1; index >= 0; index -= 1) {
        const name = names[index];
        if (name) named[name] = values[index] ?? null;
      }
      return named;
    }),
    rowsAffected: affected_row_count,
  };
}

interface NamedRow extends ArrayLike<SqlValue> {
  [name: string]: SqlValue;
}
type RowClass = new (values: readonly SqlValue[]) => NamedRow;

const classes = new Map<number, RowClass>();

/** @returns the class of rows with that many columns: a getter for each position costs less than a property of each row. */
function rowClass(length: number): RowClass {
  const known = classes.get(length);
  if (known) return known;
  class Row {
    readonly #values: readonly SqlValue[];

    constructor(values: readonly SqlValue[]) {
      this.#values = values;
    }

    static {
      Object.defineProperty(Row.prototype, 'length', { value: length });
      for (let index = 0; index < length; index += 1)
        Object.defineProperty(Row.prototype, index, {
          get(this: Row) {
            return this.#values[index];
          },
        });
    }
  }
  const made = Row as unknown as RowClass;
  classes.set(length, made);
  return made;
}
