/** Why a caller's JSON is refused, beyond RFC 8259; `JSON.parse` silently accepts most of these. */
export type JsonFault =
  | { kind: 'syntax' | 'too-deep' | 'lone-surrogate'; at: number }
  /** `path` is the field's, such as `plan.period` or `emails.0`. */
  | { kind: 'duplicate-key' | 'imprecise-number'; at: number; path: string };

const WHITESPACE = ' \t\n\r';
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
/** With the `u` flag a surrogate pair is one character, so only lone surrogates match. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const LITERAL = /true|false|null/y;

/** An array or object around the current position. */
interface Open {
  /** Null for an array. */
  keys: Set<string> | null;
  /** The current member. */
  key: string | number;
}

/**
 * Checks a JSON text for faults that `JSON.parse` ignores: the last of two equal keys would win, a number beyond 2^53
 * would change, and deep nesting would cost the stack. The scanner keeps its own stack, which no depth exhausts.
 * @returns the first fault; null for a text without one, which `JSON.parse` accepts. `at` is an index in the text.
 */
export function findJsonFault(text: string, maxDepth: number): JsonFault | null {
  const open: Open[] = [];
  let at = 0;
  /** Whether a value must follow; otherwise a comma or a closing bracket, by the innermost open level. */
  let isValueDue = true;

  const syntax = (): JsonFault => ({ kind: 'syntax', at });
  const pathOf = () => open.map(({ key }) => key).join('.');
  const skipWhitespace = () => {
    while (at < text.length && WHITESPACE.includes(text.charAt(at))) at += 1;
  };
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  /** Reads a string. @returns its value, or its fault with the position in `at`. */
  const readString = (): string | JsonFault => {
    const start = at;
    // Most strings have no escapes and need no JSON.parse.
    let isPlain = true;
    at += 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x22) break;
      // Also refuses NaN, which is the code beyond the end.
      if (!(code >= 0x20)) return syntax();
      if (code >= 0xd800 || code === 0x5c) isPlain = false;
      if (code !== 0x5c) at += 1;
      else if (match(ESCAPE) === null) return syntax();
    }
    at += 1;
    if (isPlain) return text.slice(start + 1, at - 1);
    const value: string = JSON.parse(text.slice(start, at));
    return LONE_SURROGATE.test(value) ? { kind: 'lone-surrogate', at: start } : value;
  };
  /** Reads an object's key and its colon. */
  const readKey = (object: Open, keys: Set<string>): JsonFault | null => {
    const start = at;
    if (text.charAt(at) !== '"') return syntax();
    const key = readString();
    if (typeof key !== 'string') return key;
    object.key = key;
    if (keys.has(key)) return { kind: 'duplicate-key', at: start, path: pathOf() };
    keys.add(key);
    skipWhitespace();
    if (text.charAt(at) !== ':') return syntax();
    at += 1;
    return null;
  };

  for (;;) {
    skipWhitespace();
    if (isValueDue) {
      const character = text.charAt(at);
      if (character === '{' || character === '[') {
        if (open.length === maxDepth) return { kind: 'too-deep', at };
        const isObject = character === '{';
        at += 1;
        skipWhitespace();
        if (text.charAt(at) === (isObject ? '}' : ']')) {
          at += 1;
          isValueDue = false;
          continue;
        }
        const keys = isObject ? new Set<string>() : null;
        const entered: Open = { keys, key: 0 };
        open.push(entered);
        const fault = keys && readKey(entered, keys);
        if (fault) return fault;
        continue;
      }
      const fault = readScalar(character);
      if (fault) return fault;
      isValueDue = false;
      continue;
    }
    const inside = open.at(-1);
    if (!inside) return at === text.length ? null : syntax();
    const { keys } = inside;
    const character = text.charAt(at);
    if (character === (keys ? '}' : ']')) {
      open.pop();
      at += 1;
      continue;
    }
    if (character !== ',') return syntax();
    at += 1;
    isValueDue = true;
    if (keys === null) {
      inside.key = Number(inside.key) + 1;
      continue;
    }
    skipWhitespace();
    const fault = readKey(inside, keys);
    if (fault) return fault;
  }

  function readScalar(character: string): JsonFault | null {
    if (character === '"') {
      const value = readString();
      return typeof value === 'string' ? null : value;
    }
    const start = at;
    const number = match(NUMBER);
    if (number !== null) {
      return isPrecise(number) ? null : { kind: 'imprecise-number', at: start, path: pathOf() };
    }
    return match(LITERAL) === null ? syntax() : null;
  }
}

/** @returns whether a number keeps its digits when it is parsed and written again. */
function isPrecise(literal: string): boolean {
  // A double represents any fifteen digits exactly.
  if (literal.length <= 15 && !/[eE]/.test(literal)) return true;
  const value = Number(literal);
  return Number.isFinite(value) && decimalOf(literal) === decimalOf(String(value));
}

/** @returns a number's significant digits and their power of ten; the same for 1.50, 15e-1 and 1.5. */
function decimalOf(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    literal.match(/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** @returns the line and column of an index, both from 1; columns count UTF-16 units. */
export function positionIn(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
