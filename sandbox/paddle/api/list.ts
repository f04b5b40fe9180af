import { invalidField } from '../errors.ts';

/** The filters of a list: by query name, an entity's values, one of which the query must contain. */
type Filters<T> = Record<string, (entity: T) => readonly (string | null)[]>;

type ListOf<T> = {
  entities: readonly T[];
  idOf: (entity: T) => string;
  filters: Filters<T>;
  /** Timestamps (ISO 8601) that can be compared, such as `updated_at[GTE]`. */
  instants: Record<string, (entity: T) => string | null>;
  /** The largest page; 200 unless Paddle has another limit for the list. */
  maxPerPage?: number;
};

export type ListPage<T> = {
  items: T[];
  hasMore: boolean;
  total: number;
  perPage: number;
  after: string | undefined;
};

const paging = ['after', 'per_page', 'order_by', 'include'];
const defaultPerPage = 50;
const usualMaxPerPage = 200;

function refuse(field: string, message: string): never {
  throw invalidField([{ field, message }]);
}

const comparisons: Record<string, (difference: number) => boolean> = {
  LT: (difference) => difference < 0,
  LTE: (difference) => difference <= 0,
  GT: (difference) => difference > 0,
  GTE: (difference) => difference >= 0,
};

function instantTest<T>(
  name: string,
  value: string,
  instants: ListOf<T>['instants'],
): ((entity: T) => boolean) | undefined {
  const [, field = '', operator] = /^([a-z_]+)(?:\[([A-Z]+)\])?$/.exec(name) ?? [];
  const instantOf = instants[field];
  if (!instantOf) return undefined;
  const wanted = Date.parse(value);
  if (Number.isNaN(wanted)) refuse(name, 'must be a date in RFC 3339 format');
  const compares = operator === undefined ? (difference: number) => difference === 0 : comparisons[operator];
  if (!compares) return refuse(name, 'must compare by LT, LTE, GT or GTE');
  return (entity) => {
    const instant = instantOf(entity);
    return instant !== null && compares(Date.parse(instant) - wanted);
  };
}

function matching<T>(query: URLSearchParams, { entities, filters, instants }: ListOf<T>): T[] {
  let found = [...entities];
  for (const [name, value] of query) {
    if (paging.includes(name)) continue;
    const valuesOf = filters[name];
    const wanted = value.split(',');
    const test = valuesOf
      ? (entity: T) => valuesOf(entity).some((one) => one !== null && wanted.includes(one))
      : instantTest(name, value, instants);
    if (!test) return refuse(name, 'is not a known query parameter');
    found = found.filter(test);
  }
  return found;
}

function sortFound<T>(found: T[], orderBy: string, { idOf, instants }: ListOf<T>): T[] {
  const [, field = '', direction] = /^([a-z_]+)(?:\[(ASC|DESC)\])?$/.exec(orderBy) ?? [];
  const instantOf = instants[field];
  if (field !== 'id' && !instantOf) return refuse('order_by', 'cannot be ordered by this');
  const keyOf = (entity: T) => (instantOf ? (instantOf(entity) ?? '') : '');
  const sign = direction === 'DESC' ? -1 : 1;
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return found.sort((a, b) => sign * (compare(keyOf(a), keyOf(b)) || compare(idOf(a), idOf(b))));
}

/** One page of a list, as its query requests it. Throws `invalid_field` for an unknown parameter. */
export function pageOf<T>(query: URLSearchParams, list: ListOf<T>, defaultOrder = 'id[DESC]'): ListPage<T> {
  const perPage = Number(query.get('per_page') ?? defaultPerPage);
  if (!Number.isInteger(perPage) || perPage < 1) refuse('per_page', 'must be a positive whole number');
  const all = sortFound(matching(query, list), query.get('order_by') || defaultOrder, list);
  const after = query.get('after');
  const position = after === null ? -1 : all.findIndex((entity) => list.idOf(entity) === after);
  if (after !== null && position === -1) refuse('after', 'is not the id of an entity in this list');
  const size = Math.min(perPage, list.maxPerPage ?? usualMaxPerPage);
  const items = all.slice(position + 1, position + 1 + size);
  const last = items.at(-1);
  return {
    items,
    hasMore: position + 1 + items.length < all.length,
    total: all.length,
    perPage: size,
    after: last && list.idOf(last),
  };
}
