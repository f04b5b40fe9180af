/** Spec §9. After a page is shown: who only passes through is not counted. */
export const PAGE_EVENT_DELAY_MS = 500;
/** Spec §9. After a change of route: by then the page has its title. */
export const ROUTE_EVENT_DELAY_MS = 250;

/** All that is ever told to the analytics endpoint: no name, no id, no address but its pattern. */
export type AnalyticsEvent =
  | { event: 'page'; path: string }
  | { event: 'experiment'; experiment: string; variant: string };

/**
 * @param pathname of the page, without its query.
 * @param params what the route found in it.
 * @returns the path with each parameter's name in the place of its value, such as
 *   `/manage/billing/invoice/:paymentId`; an address that no route has is `/*`.
 */
export function pathPattern(pathname: string, params: Readonly<Record<string, string | undefined>>): string {
  const names = Object.keys(params);
  if (names.includes('*')) return '/*';
  const found = new Set<string>();
  const segments = pathname.split('/').map((segment) => {
    const name = names.find((candidate) => params[candidate] === decoded(segment));
    if (name === undefined) return segment;
    found.add(name);
    return `:${name}`;
  });
  // What cannot be told apart from an id is not told.
  return found.size === names.length ? segments.join('/') : '/*';
}

/** The links that we mail carry their secret in the query, where a script of the tag manager would read it. */
export function carriesSecret(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('token') || query.has('code');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
