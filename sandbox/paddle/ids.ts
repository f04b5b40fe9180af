import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

function encodeBase(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32))
    text = alphabet[rest % 32] + text;
  return text;
}

/**
 * Makes ids of Paddle's form, `{prefix}_{26 characters}`: a ULID in lower case. They rise strictly, also within a
 * millisecond, because lists are paged by id.
 */
export function idMaker(now: () => number): (prefix: string) => string {
  let lastMs = 0;
  let sequence = 0;
  return (prefix) => {
    const instant = now();
    if (instant > lastMs) {
      lastMs = instant;
      sequence = 0;
    } else sequence += 1;
    const random = [...randomBytes(12)].map((byte) => alphabet[byte % 32]).join('');
    return `${prefix}_${encodeBase(lastMs, 10)}${encodeBase(sequence, 4)}${random}`;
  };
}
