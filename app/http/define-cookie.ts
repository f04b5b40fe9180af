import { SECOND_MS } from '#app/domain/time/clock.ts';

/** RFC 6265, 4.1.1: the octets allowed in a value. */
const COOKIE_OCTETS = /^[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*$/;

/**
 * Defines a cookie: the only API to read or write it. Every definition belongs in `portalCookies` (`app/http/cookies.ts`).
 * @param lifetimeMs null for a cookie that ends with the browser.
 * @param isWrittenByScript whether the portal's script writes it, because only the browser knows the value.
 */
export function defineCookie<Value extends string = string>({
  name,
  lifetimeMs,
  isWrittenByScript = false,
}: {
  name: string;
  lifetimeMs: number | null;
  isWrittenByScript?: boolean;
}) {
  /** @returns the name on the wire: browsers refuse a `__Host-` cookie from a workspace's page (design §4, "Sessions"). */
  const nameOn = (isSecure: boolean) => (isSecure ? `__Host-${name}` : name);
  /** SameSite keeps the cookie out of other sites' requests, HttpOnly away from scripts. */
  const write = (value: string, maxAgeMs: number | null, isSecure: boolean, path = '/') => {
    if (!COOKIE_OCTETS.test(value)) throw new Error(`The cookie ${name} cannot hold this value.`);
    const maxAge = maxAgeMs === null ? '' : `; Max-Age=${maxAgeMs / SECOND_MS}`;
    const httpOnly = isWrittenByScript ? '' : '; HttpOnly';
    const secure = isSecure ? '; Secure' : '';
    return `${nameOn(isSecure)}=${value}; Path=${path}${maxAge}${httpOnly}; SameSite=Lax${secure}`;
  };
  return {
    nameOn,
    isSetByScript: isWrittenByScript,
    /** @returns the value in a request; null for none, and for a value that the portal cannot have written. */
    read(request: Request, isSecure: boolean): string | null {
      const nameOnWire = nameOn(isSecure);
      const ours = cookiePairs(request).find((pair) => pair.name === nameOnWire);
      return ours && COOKIE_OCTETS.test(ours.value) ? ours.value : null;
    },
    /** @returns the `Set-Cookie` value that sets it. @throws for a value that a cookie cannot hold. */
    set(value: Value, isSecure: boolean): string {
      return write(value, lifetimeMs, isSecure);
    },
    /** @returns the `Set-Cookie` value that removes it. @param path of the cookie to remove. */
    clear: (isSecure: boolean, path?: string) => write('', 0, isSecure, path),
    /** Sets it from a page's script. @throws for a cookie that only the server writes. */
    setByScript(document: { cookie: string }, value: Value, isSecure: boolean): void {
      if (!isWrittenByScript) throw new Error(`The cookie ${name} is the server's alone.`);
      document.cookie = write(value, lifetimeMs, isSecure);
    },
  };
}

interface CookiePair {
  name: string;
  value: string;
}

/** The pairs of the last header: a page reads ten cookies of its request, most of them in one turn of the event loop. */
let last: { header: string; pairs: readonly CookiePair[] } = { header: '', pairs: [] };

/**
 * Splits a `Cookie` header (RFC 6265, 5.4) at each `;`, then at the first `=`. @returns the pairs in order, names
 * exactly as sent; an empty name for a part without `=`.
 */
export function cookiePairs(request: Request): readonly CookiePair[] {
  const header = request.headers.get('Cookie') ?? '';
  if (header !== last.header) last = { header, pairs: header.split(';').map(splitPair) };
  return last.pairs;
}

function splitPair(part: string): CookiePair {
  const separator = part.indexOf('=');
  const name = separator < 0 ? '' : part.slice(0, separator);
  return { name: trimSpace(name), value: trimSpace(part.slice(separator + 1)) };
}

/** RFC 6265, 5.2: only SP and HTAB are white space. JavaScript's `trim` removes U+2000 too. */
function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text[start])) start += 1;
  while (end > start && isWhiteSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isWhiteSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

/** @returns the names of the cookies that an answer sets. */
export function setCookieNames(headers: Headers): string[] {
  return headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf('=')));
}
