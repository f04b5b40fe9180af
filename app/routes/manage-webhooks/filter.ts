import { type HeldState, heldStates } from '#app/domain/held-webhooks/held-request.ts';
import { paths } from '#app/domain/paths.ts';

const MAX_LENGTH = 2_048;
const NO_ORIGIN = 'https://workspace.invalid';

/** The filter of the list, from its address. */
export interface ListFilter {
  /** A pathname, such as `/webhook/orders`. */
  path: string | null;
  state: HeldState | null;
  /** Start of the page; null for the newest. */
  cursor: string | null;
}

/** @returns the filter of an address; malformed parameters are ignored. */
export function readFilter(url: string): ListFilter {
  const { searchParams } = new URL(url);
  const state = searchParams.get('state');
  const cursor = searchParams.get('cursor');
  return {
    path: pathnameOf(searchParams.get('path') ?? ''),
    state: heldStates.find((known) => known === state) ?? null,
    cursor: cursor !== null && /^[\w.~-]{1,256}$/.test(cursor) ? cursor : null,
  };
}

/** @returns the address of the list with a filter; no parameter for what limits nothing. */
export function listPath({ path = null, state = null, cursor = null }: Partial<ListFilter>): string {
  const given = Object.entries({ path, state, cursor }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return given.length === 0 ? paths.webhooks : `${paths.webhooks}?${new URLSearchParams(given)}`;
}

/** @returns the pathname of what a person typed: a path, with or without its first slash, or a whole address. */
function pathnameOf(text: string): string | null {
  const typed = text.trim();
  if (typed === '' || typed.length > MAX_LENGTH) return null;
  const isWhole = /^https?:\/\//i.test(typed);
  const address = isWhole ? typed : `${NO_ORIGIN}${typed.startsWith('/') ? '' : '/'}${typed}`;
  if (!URL.canParse(address)) return null;
  const { pathname } = new URL(address);
  return pathname.length > MAX_LENGTH ? null : pathname;
}
