import { paths } from '#app/domain/paths.ts';

/** @returns a path's segments, decoded; slashes at its end do not count. */
export function segmentsOf(pathname: string): string[] {
  const [, ...segments] = pathname.replace(/\/+$/, '').split('/');
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return segments;
  }
}

/**
 * Compare only this with an address of `paths`: the API's router and Remix serve `/API/…` and `/help/` too.
 * @returns a path decoded, in lower case, without slashes at its end.
 */
export function canonicalPath(pathname: string): string {
  // A decoded segment can contain a slash, which separates nothing.
  const segments = segmentsOf(pathname).map((segment) => segment.replaceAll('/', '%2F'));
  return `/${segments.join('/')}`.toLowerCase();
}

/** @returns whether the API answers a path: every one under /api except its reference, which is a page. */
export function isApiPath(pathname: string): boolean {
  const path = canonicalPath(pathname);
  return (path === '/api' || path.startsWith('/api/')) && path !== paths.apiReference;
}
