const parsed = new WeakMap<Request, Readonly<URL>>();

/** @returns a request's address. A page asks for it a dozen times, and would parse it each time. */
export function urlOf(request: Request): Readonly<Omit<URL, 'searchParams'>> & {
  readonly searchParams: Pick<URLSearchParams, 'get' | 'getAll' | 'has' | 'keys' | 'values' | 'size'>;
} {
  const known = parsed.get(request);
  if (known) return known;
  const url = new URL(request.url);
  parsed.set(request, url);
  return url;
}
