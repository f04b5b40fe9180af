/**
 * Replaces `set-cookie-parser` in the Worker (`vite.unused.ts`).
 * @returns the cookies of the joined `Set-Cookie` headers: a comma inside an `Expires` date separates none.
 */
export function splitCookiesString(joined: string): string[] {
  return joined.split(/,\s*(?=[^\s;,=]+=)/);
}
