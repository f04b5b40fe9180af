import { createUtf8Checker } from './utf8.ts';

/** A level takes some bytes here. A deeper workflow needs more memory than a workspace has to read it. */
const MAX_LEVELS = 2 ** 20;
/** Maximum length of a key or text of the outermost object, bytes; of a longer one nothing is kept. */
const MAX_KEPT_BYTES = 8 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON, LETTER_U] = [0x22, 0x5c, 0x2c, 0x3a, 0x75];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const ESCAPED = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));
const HEX = new Set([...'0123456789abcdefABCDEF'].map((letter) => letter.charCodeAt(0)));
/** A number or literal; of a run of digits only two are kept, enough to detect a leading zero. */
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const SCALAR_BYTES = new Set([...'0123456789+-.eEtrufalsn'].map((letter) => letter.charCodeAt(0)));
const MAX_SCALAR_LENGTH = '-12.12e+12'.length;

/** The expected token. */
type Expected =
  | 'value'
  | 'value-or-close'
  | 'key'
  | 'key-or-close'
  | 'colon'
  | 'comma-or-close'
  | 'text'
  | 'escape'
  | 'hex'
  | 'scalar'
  | 'end';

/** White space between tokens does not count; here it does. */
const WITHIN_VALUE: ReadonlySet<Expected> = new Set(['text', 'escape', 'hex', 'scalar']);

/** A field of the outermost object: a text with its value, a number or literal as written, anything else by its type. */
export type OuterField =
  | { kind: 'text' | 'scalar'; text: string; isCut?: true }
  | { kind: 'object' | 'array' };

/** The input is not JSON, or is refused JSON. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';
}

/** JSON's white space. */
export function isJsonSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * Scans one JSON object (RFC 8259) byte by byte as it arrives, without building it: finds its end, refuses anything
 * but JSON in UTF-8, and keeps the outermost object's requested fields.
 * @param wanted names of fields; a repeated one is refused, since two readers could use different values.
 */
export function createJsonObjectReader(wanted: readonly string[]) {
  const fields = new Map<string, OuterField>();
  /** Whether each open level is an object. */
  const isObject: boolean[] = [];
  let deepest = 0;
  let expected: Expected = 'value';
  let isKey = false;
  let hexLeft = 0;
  let scalar = '';
  let digitsInRow = 0;
  /** The text being kept; null otherwise. */
  let kept: number[] | null = null;
  /** The outermost field whose value follows, if it was requested. */
  let key: string | null = null;
  const utf8 = createUtf8Checker();

  const steps: Record<Expected, (byte: number) => void> = {
    value: beginValue,
    'value-or-close'(byte) {
      if (byte === CLOSE_ARRAY) close(false);
      else beginValue(byte);
    },
    key: beginKey,
    'key-or-close'(byte) {
      if (byte === CLOSE_OBJECT) close(true);
      else beginKey(byte);
    },
    colon(byte) {
      if (byte !== COLON) refuse();
      expected = 'value';
    },
    'comma-or-close'(byte) {
      if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) close(byte === CLOSE_OBJECT);
      else if (byte === COMMA) expected = isObject.at(-1) ? 'key' : 'value';
      else refuse();
    },
    text(byte) {
      if (!utf8.take(byte) || byte < 0x20) refuse();
      if (byte === QUOTE) endText();
      else {
        keep(byte);
        if (byte === BACKSLASH) expected = 'escape';
      }
    },
    escape(byte) {
      keep(byte);
      hexLeft = 4;
      if (byte !== LETTER_U && !ESCAPED.has(byte)) refuse();
      expected = byte === LETTER_U ? 'hex' : 'text';
    },
    hex(byte) {
      if (!HEX.has(byte)) refuse();
      keep(byte);
      hexLeft -= 1;
      if (hexLeft === 0) expected = 'text';
    },
    scalar(byte) {
      if (SCALAR_BYTES.has(byte)) keepOfScalar(byte);
      else {
        if (!SCALAR.test(scalar)) refuse();
        note({ kind: 'scalar', text: scalar });
        endValue();
        // A scalar ends only where another token begins.
        step(byte);
      }
    },
    end: refuse,
  };

  function step(byte: number): void {
    if (isJsonSpace(byte) && !WITHIN_VALUE.has(expected)) return;
    steps[expected](byte);
  }

  function refuse(): never {
    throw new JsonRefused('This is not the JSON of one object.');
  }

  function beginValue(byte: number): void {
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) open(byte === OPEN_OBJECT);
    else if (isObject.length === 0) refuse();
    else if (byte === QUOTE) beginText(false);
    else {
      if (!SCALAR_BYTES.has(byte)) refuse();
      scalar = '';
      digitsInRow = 0;
      keepOfScalar(byte);
      expected = 'scalar';
    }
  }

  function keepOfScalar(byte: number): void {
    digitsInRow = isDigit(byte) ? digitsInRow + 1 : 0;
    if (digitsInRow > 2) return;
    scalar += String.fromCharCode(byte);
    if (scalar.length > MAX_SCALAR_LENGTH) refuse();
  }

  function open(object: boolean): void {
    if (isObject.length === 0 && !object) refuse();
    if (isObject.length === MAX_LEVELS) throw new JsonRefused('The JSON is nested too deep.');
    note({ kind: object ? 'object' : 'array' });
    deepest = Math.max(deepest, isObject.push(object));
    expected = object ? 'key-or-close' : 'value-or-close';
  }

  function close(object: boolean): void {
    if (isObject.pop() !== object) refuse();
    endValue();
  }

  function endValue(): void {
    expected = isObject.length === 0 ? 'end' : 'comma-or-close';
  }

  /** Keeps a requested value of the outermost object. */
  function note(field: OuterField): void {
    if (isObject.length === 1 && key !== null) fields.set(key, field);
  }

  function beginKey(byte: number): void {
    if (byte !== QUOTE) refuse();
    beginText(true);
  }

  function beginText(asKey: boolean): void {
    isKey = asKey;
    kept = isObject.length === 1 && (asKey || key !== null) ? [] : null;
    expected = 'text';
  }

  function keep(byte: number): void {
    if (kept === null) return;
    kept.push(byte);
    if (kept.length <= MAX_KEPT_BYTES) return;
    if (!isKey) note({ kind: 'text', text: '', isCut: true });
    kept = null;
  }

  function endText(): void {
    const text = kept && textOf(kept);
    kept = null;
    if (!isKey) {
      if (text !== null) note({ kind: 'text', text });
      endValue();
      return;
    }
    expected = 'colon';
    if (isObject.length > 1) return;
    key = text !== null && wanted.includes(text) ? text : null;
    if (key !== null && fields.has(key)) throw new JsonRefused('A field comes twice.');
  }

  return {
    fields: fields as ReadonlyMap<string, OuterField>,
    /** @returns the levels of the deepest part so far. */
    deepest: () => deepest,

    /** @returns the index in `bytes` after the object; -1 if it is incomplete. @throws JsonRefused. */
    read(bytes: Uint8Array, from = 0): number {
      for (let at = from; at < bytes.length; at += 1) {
        if (expected === 'text' && kept === null && utf8.isBetween) {
          // Skips text that is not needed: most of a workflow.
          while (at < bytes.length && isPlain(bytes[at])) at += 1;
          if (at === bytes.length) return -1;
        }
        step(bytes[at] ?? 0);
        if (expected === 'end') return at + 1;
      }
      return -1;
    },
  };
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isPlain(byte: number | undefined): boolean {
  return byte !== undefined && byte !== QUOTE && byte !== BACKSLASH && byte >= 0x20 && byte < 0x80;
}

/** @param bytes between two quotes, and found to be JSON and UTF-8. */
function textOf(bytes: readonly number[]): string {
  return JSON.parse(`"${new TextDecoder().decode(new Uint8Array(bytes))}"`) as string;
}
