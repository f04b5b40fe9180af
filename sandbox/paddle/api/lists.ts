import type { Page } from './list.ts';

type Dated = { created_at: string; updated_at: string };

/** The instants by which most lists can be narrowed and ordered. */
export const instantsOf = {
  created_at: ({ created_at }: Dated) => created_at,
  updated_at: ({ updated_at }: Dated) => updated_at,
};

/** A page as an answer, each entity as `view` shows it. */
export function listResponse<T>(page: Page<T>, view: (entity: T) => unknown = (entity) => entity) {
  return { page, data: page.items.map(view) };
}

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Fields that were given: an absent one must not overwrite what is stored. */
export function omitUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
