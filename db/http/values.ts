/** A value in the JSON of Hrana, the protocol of libSQL over HTTP. */
export type WireValue =
  | { type: 'null' }
  | { type: 'integer'; value: string }
  | { type: 'float'; value: number }
  | { type: 'text'; value: string };

/** What a column of our schema holds; none is a blob. */
export type SqlValue = string | number | null;

/**
 * Encodes a statement's argument, numbers as `@libsql/client` does: as floats, which SQLite makes integers by the column's affinity.
 * @throws TypeError for a type that no column holds; RangeError for NaN and infinity.
 */
export function encodeValue(value: unknown): WireValue {
  switch (typeof value) {
    case 'string':
      return { type: 'text', value };
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError('The database takes finite numbers alone.');
      return { type: 'float', value };
    case 'bigint':
      return { type: 'integer', value: String(value) };
    case 'boolean':
      return { type: 'integer', value: value ? '1' : '0' };
    default:
      if (value === null) return { type: 'null' };
      throw new TypeError(`The database takes no value of type ${typeof value}.`);
  }
}

/** @throws RangeError for an integer beyond JavaScript's; TypeError for a blob. */
export function decodeValue(wire: WireValue): SqlValue {
  switch (wire.type) {
    case 'text':
    case 'float':
      return wire.value;
    case 'null':
      return null;
    case 'integer': {
      const value = Number(wire.value);
      if (!Number.isSafeInteger(value)) throw new RangeError('The database sent an integer beyond 2^53.');
      return value;
    }
    default:
      throw new TypeError('The database sent a value of an unknown type.');
  }
}
