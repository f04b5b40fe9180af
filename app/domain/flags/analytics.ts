/** Spec §9. Delay after a page opens: visits that leave immediately do not count. */
export const PAGE_EVENT_DELAY_MS = 500;
/** Spec §9. Delay after a change of route: by then the page has its title. */
export const ROUTE_EVENT_DELAY_MS = 250;

/** All data that the analytics endpoint gets: no name, no id, and paths only as patterns. */
export type AnalyticsEvent =
  | { event: 'page'; path: string }
  | { event: 'experiment'; experiment: string; variant: string };

/**
 * @param pathname without the query. @param params the route's.
 * @returns the path with names for values, such as `/manage/billing/invoice/:paymentId`; `/*` for a path without a route.
 */
export function pathPattern(pathname: string, params: Readonly<Record<string, string | undefined>>): string {
  const names = Object.keys(params);
  if (names.includes('*')) return '/*';
  const found = new Set<string>();
  const segments = pathname.split('/').map((segment) => {
    const name = names.find((candidate) => params[candidate] === decodeSegment(segment));
    if (name === undefined) return segment;
    found.add(name);
    return `:${name}`;
  });
  // A parameter that was not found could be any segment: the event names none.
  return found.size === names.length ? segments.join('/') : '/*';
}

/** @returns whether a query contains the secret of a mailed link, which the tag manager's scripts could read. */
export function carriesSecret(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('token') || query.has('code');
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
