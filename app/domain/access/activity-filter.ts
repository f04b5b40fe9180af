import { type AuditGroup, auditGroups } from './audit.ts';

/** The actor: a person's id; `nobody` for the billing provider, strangers and people who are no longer members. */
const NOBODY = 'nobody';
const whoPattern = /^usr_[\w-]{1,64}$/;

/** The cursor of a page: the event before it, which may no longer exist. */
interface ActivityCursor {
  /** UTC ms. */
  at: number;
  id: string;
}

/** The events that the Activity page lists, according to its address. */
export interface ActivityFilter {
  who?: string | undefined;
  what?: AuditGroup | undefined;
  order: 'newest' | 'oldest';
  cursor: ActivityCursor | null;
}

/** Reads a filter from an address; ignores invalid parameters, so that an old link shows more rather than nothing. */
export function readActivityFilter(query: URLSearchParams): ActivityFilter {
  const who = query.get('who') ?? '';
  const [, at, id] = query.get('before')?.match(/^(\d{1,15})\.(aud_[\w-]{1,64})$/) ?? [];
  return {
    who: who === NOBODY || whoPattern.test(who) ? who : undefined,
    what: auditGroups.find((group) => group === query.get('what')),
    order: query.get('order') === 'oldest' ? 'oldest' : 'newest',
    cursor: at !== undefined && id !== undefined ? { at: Number(at), id } : null,
  };
}

/** @returns the address's query of a filter, empty for the whole list; the other direction of {@link readActivityFilter}. */
export function queryOfActivity({ who, what, order, cursor }: ActivityFilter): string {
  const query = new URLSearchParams();
  if (who !== undefined) query.set('who', who);
  if (what !== undefined) query.set('what', what);
  if (order === 'oldest') query.set('order', order);
  if (cursor) query.set('before', `${cursor.at}.${cursor.id}`);
  return query.toString();
}

/** @returns whether a filter leaves events out. */
export function isFiltered({ who, what }: ActivityFilter): boolean {
  return who !== undefined || what !== undefined;
}

/** @returns the person to filter by; null for events that no current member caused, undefined for all events. */
export function personOf({ who }: ActivityFilter): string | null | undefined {
  return who === NOBODY ? null : who;
}
