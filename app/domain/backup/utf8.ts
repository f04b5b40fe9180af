/** Bytes of a character after its first one. */
const CONTINUATION = [0x80, 0xbf] as const;
/** Narrower range of the second byte, by the first one: no overlong forms, no surrogates, nothing above U+10FFFF. */
const SECOND_BYTE = new Map<number, readonly [number, number]>([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

function continuationsAfter(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1;
  if (lead >= 0xe0 && lead <= 0xef) return 2;
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
}

/** Checks UTF-8 (RFC 3629) without decoding: decoding a large export leaves its own size in garbage. */
export function createUtf8Checker() {
  let left = 0;
  let low = 0;
  let high = 0;
  return {
    /** @returns whether the last byte ended a character. */
    get isBetween(): boolean {
      return left === 0;
    },

    /** @returns false when the byte is invalid at this place. */
    take(byte: number): boolean {
      if (left > 0) {
        if (byte < low || byte > high) return false;
        left -= 1;
        [low, high] = CONTINUATION;
        return true;
      }
      if (byte < 0x80) return true;
      left = continuationsAfter(byte);
      [low, high] = SECOND_BYTE.get(byte) ?? CONTINUATION;
      return left > 0;
    },
  };
}
