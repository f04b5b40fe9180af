/** Embeddings, overrides and isolates, which show text in another order than it is read, and the byte order mark. */
const DISGUISING = /[\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** @returns one line, without disguising characters: a line break would start another header in a mail's subject. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(DISGUISING, '')
    .replace(/ {2,}/g, ' ');
}

/** @returns the text as typed, with uniform line breaks and without control characters. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(DISGUISING, '');
}
