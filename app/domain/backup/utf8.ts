/** Range of the second byte of a character, by its first byte; later bytes are in 80–BF. */
function firstContinuation(lead: number): readonly [number, number] {
  switch (lead) {
    case 0xe0:
      return [0xa0, 0xbf];
    case 0xed:
      return [0x80, 0x9f];
    case 0xf0:
      return [0x90, 0xbf];
    case 0xf4:
      return [0x80, 0x8f];
    default:
      return [0x80, 0xbf];
  }
}

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
        [low, high] = [0x80, 0xbf];
        return true;
      }
      if (byte < 0x80) return true;
      left = continuationsAfter(byte);
      [low, high] = firstContinuation(byte);
      return left > 0;
    },
  };
}
