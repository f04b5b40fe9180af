import { beginNumber, continueNumber, mayEnd, type NumberPart } from './json-number.ts';
import { utf8Checker } from './utf8.ts';

/** Deeper than any workflow; what nests deeper is meant to exhaust whoever reads it. */
const MOST_LEVELS = 500;
/** Of a key or a text of the outermost object; a longer one is none that is asked for. */
const KEPT_TEXT_BYTES = 8 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON, LETTER_U] = [0x22, 0x5c, 0x2c, 0x3a, 0x75];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const ESCAPED = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));
const HEX = new Set([...'0123456789abcdefABCDEF'].map((letter) => letter.charCodeAt(0)));
const LITERALS = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), word]));

/** What is to come next. */
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
  | 'literal'
  | 'number'
  | 'end';

/** A field of the outermost object: a text as it is, of anything else only what it is. */
export type OuterField = { kind: 'text'; text: string } | { kind: 'object' | 'array' | 'other' };

/** What is read is no JSON, or none that is taken. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';
}

/** JSON's white space. */
export function isJsonSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * Reads one JSON object (RFC 8259) byte by byte as it arrives and builds nothing of it: it finds its end, refuses
 * whatever is not JSON in UTF-8, and keeps the fields of the outermost object that are asked for.
 *
 * @param wanted the fields; one that comes twice is refused, since two readers could take different ones.
 */
export function jsonObjectReader(wanted: readonly string[]) {
  const fields = new Map<string, OuterField>();
  /** Which of the open levels are objects. */
  const isObject: boolean[] = [];
  let expected: Expected = 'value';
  let isKey = false;
  let number: NumberPart = 'zero';
  let hexLeft = 0;
  let literalRest = '';
  /** The text being kept; null while none is. */
  let kept: number[] | null = null;
  /** The outermost field whose value comes, when it is asked for. */
  let key: string | null = null;
  const utf8 = utf8Checker();

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
    literal(byte) {
      if (byte !== literalRest.charCodeAt(0)) refuse();
      literalRest = literalRest.slice(1);
      if (literalRest === '') ended();
    },
    number(byte) {
      const next = continueNumber(number, byte);
      if (next) number = next;
      else {
        if (!mayEnd(number)) refuse();
        ended();
        // A number ends only where something else begins.
        step(byte);
      }
    },
    end: refuse,
  };

  function step(byte: number): void {
    const isBetween = expected !== 'text' && expected !== 'escape' && expected !== 'hex';
    if (isBetween && expected !== 'literal' && expected !== 'number' && isJsonSpace(byte)) return;
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
      found('other');
      const part = beginNumber(byte);
      if (part) number = part;
      else literalRest = LITERALS.get(byte)?.slice(1) ?? refuse();
      expected = part ? 'number' : 'literal';
    }
  }

  function open(object: boolean): void {
    if (isObject.length === 0 && !object) refuse();
    if (isObject.length === MOST_LEVELS) throw new JsonRefused('The JSON is nested too deep.');
    found(object ? 'object' : 'array');
    isObject.push(object);
    expected = object ? 'key-or-close' : 'value-or-close';
  }

  function close(object: boolean): void {
    if (isObject.pop() !== object) refuse();
    ended();
  }

  function ended(): void {
    expected = isObject.length === 0 ? 'end' : 'comma-or-close';
  }

  /** A value of the outermost object has begun. */
  function found(kind: 'object' | 'array' | 'other'): void {
    if (isObject.length === 1 && key !== null) fields.set(key, { kind });
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
    if (kept.length <= KEPT_TEXT_BYTES) return;
    if (!isKey) throw new JsonRefused('A field is too long.');
    kept = null;
  }

  function endText(): void {
    const text = kept && textOf(kept);
    kept = null;
    if (!isKey) {
      if (text !== null && key !== null) fields.set(key, { kind: 'text', text });
      ended();
      return;
    }
    expected = 'colon';
    if (isObject.length > 1) return;
    key = text !== null && wanted.includes(text) ? text : null;
    if (key !== null && fields.has(key)) throw new JsonRefused('A field comes twice.');
  }

  return {
    fields: fields as ReadonlyMap<string, OuterField>,

    /**
     * Reads on.
     * @returns where the object ends, in `bytes`; -1 while it goes on.
     * @throws JsonRefused.
     */
    read(bytes: Uint8Array, from = 0): number {
      for (let at = from; at < bytes.length; at += 1) {
        if (expected === 'text' && kept === null && utf8.isBetween) {
          // Most of a workflow is text that nobody looks at.
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

function isPlain(byte: number | undefined): boolean {
  return byte !== undefined && byte !== QUOTE && byte !== BACKSLASH && byte >= 0x20 && byte < 0x80;
}

/** @param bytes between two quotes, and found to be JSON and UTF-8. */
function textOf(bytes: readonly number[]): string {
  return JSON.parse(`"${new TextDecoder().decode(new Uint8Array(bytes))}"`) as string;
}
