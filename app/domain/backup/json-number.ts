const [MINUS, PLUS, DOT, ZERO, NINE] = [0x2d, 0x2b, 0x2e, 0x30, 0x39];
const isDigit = (byte: number) => byte >= ZERO && byte <= NINE;
const isExponent = (byte: number) => byte === 0x65 || byte === 0x45;

/** What of a JSON number has been read. */
export type NumberPart =
  | 'minus'
  | 'zero'
  | 'whole'
  | 'dot'
  | 'fraction'
  | 'exponent'
  | 'exponent-sign'
  | 'exponent-digits';

const MAY_END: ReadonlySet<NumberPart> = new Set(['zero', 'whole', 'fraction', 'exponent-digits']);

/** @returns what a number that begins with this byte has then; null when none does. */
export function beginNumber(byte: number): NumberPart | null {
  if (byte === MINUS) return 'minus';
  if (byte === ZERO) return 'zero';
  return isDigit(byte) ? 'whole' : null;
}

/** @returns what has been read with one byte more; null when that is no part of the number. */
export function continueNumber(part: NumberPart, byte: number): NumberPart | null {
  switch (part) {
    case 'minus':
      return byte === MINUS ? null : beginNumber(byte);
    case 'zero':
    case 'whole':
      if (byte === DOT) return 'dot';
      if (isExponent(byte)) return 'exponent';
      return part === 'whole' && isDigit(byte) ? 'whole' : null;
    case 'dot':
    case 'fraction':
      if (isDigit(byte)) return 'fraction';
      return part === 'fraction' && isExponent(byte) ? 'exponent' : null;
    case 'exponent':
      if (byte === PLUS || byte === MINUS) return 'exponent-sign';
      return isDigit(byte) ? 'exponent-digits' : null;
    case 'exponent-sign':
    case 'exponent-digits':
      return isDigit(byte) ? 'exponent-digits' : null;
  }
}

export function mayEnd(part: NumberPart): boolean {
  return MAY_END.has(part);
}
