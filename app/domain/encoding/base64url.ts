const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digitOf = (value: number) => DIGITS.charAt(value);

/** RFC 4648, section 5, without padding. By hand, since `btoa` and its three replacements take longer than a token. */
export function encodeBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const first = bytes[index] ?? 0;
    const second = bytes[index + 1] ?? 0;
    const third = bytes[index + 2] ?? 0;
    text +=
      digitOf(first >> 2) +
      digitOf(((first & 3) << 4) | (second >> 4)) +
      digitOf(((second & 15) << 2) | (third >> 6)) +
      digitOf(third & 63);
  }
  // Each missing byte of the last three leaves out a digit.
  return text.slice(0, Math.ceil((bytes.length * 4) / 3));
}

/** @returns null for any other text. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @returns the UTF-8 text of the decoded bytes; null for any other. */
export function decodeBase64UrlText(text: string): string | null {
  const bytes = decodeBase64Url(text);
  if (!bytes) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
