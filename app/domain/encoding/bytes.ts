/** @returns all bytes in one array. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, { byteLength }) => size + byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

/** @returns the index of the mark in the bytes, at `from` or later; -1 if they do not contain it there. */
export function indexOfBytes(bytes: Uint8Array, mark: Uint8Array, from = 0): number {
  const [first = 0] = mark;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + mark.byteLength > bytes.byteLength) return -1;
    if (mark.every((byte, offset) => bytes[at + offset] === byte)) return at;
  }
  return -1;
}
