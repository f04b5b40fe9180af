import type { ListPage } from './list.ts';

type Dated = { created_at: string; updated_at: string };

/** The timestamps by which most lists can be filtered and sorted. */
export const instantsOf = {
  created_at: ({ created_at }: Dated) => created_at,
  updated_at: ({ updated_at }: Dated) => updated_at,
};

/** A page as an answer, each entity mapped by `view`. */
export function listResponse<T>(page: ListPage<T>, view: (entity: T) => unknown = (entity) => entity) {
  return { page, data: page.items.map(view) };
}

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** The given fields: an absent field must not overwrite the stored one. */
export function omitUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
