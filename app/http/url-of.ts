import { memoizeRecent } from '#app/domain/memoize.ts';

/** More requests than an isolate answers at the same time. */
const MAX_ADDRESSES = 50;

const parse = memoizeRecent((address): ReadonlyUrl => new URL(address), MAX_ADDRESSES);

/** Requests share it. */
type ReadonlyUrl = Readonly<Omit<URL, 'searchParams'>> & {
  readonly searchParams: Pick<URLSearchParams, 'get' | 'getAll' | 'has' | 'keys' | 'values' | 'size'>;
};

/** @returns a request's address. A page asks for it a dozen times, and would parse it each time. */
export function urlOf({ url }: Pick<Request, 'url'>): ReadonlyUrl {
  return parse(url);
}

/** @returns the token of a mail's link; null without one. */
export function linkTokenOf(request: Pick<Request, 'url'>): string | null {
  return urlOf(request).searchParams.get('token');
}
