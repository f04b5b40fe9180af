/**
 * Replaces `set-cookie-parser` in the Worker (`vite.unused.ts`), of which Remix's server uses only this function.
 * @returns the cookies of the joined `Set-Cookie` headers. A comma inside an `Expires` date is no separator.
 */
export function splitCookiesString(joined: string): string[] {
  return joined.split(/,\s*(?=[^\s;,=]+=)/);
}
