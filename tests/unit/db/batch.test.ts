import { sql } from 'drizzle-orm';
import { expect, expectTypeOf, test } from 'vitest';
import { users } from '#db/schema/index.ts';
import { ownDatabase } from '../../support/own-database.ts';

const database = ownDatabase();

const one = (value: number) =>
  database()
    .select({ value: sql<number>`${value}` })
    .from(sql`(SELECT 1)`);

test('returns each result under its name, whatever precedes it', async () => {
  const results = await database().batch({
    skipped: [],
    first: one(1),
    list: [one(2), one(3)],
    last: one(4),
  });
  expect(results).toEqual({
    skipped: [],
    first: [{ value: 1 }],
    list: [[{ value: 2 }], [{ value: 3 }]],
    last: [{ value: 4 }],
  });
});

test('gives each result the type of its statement', async () => {
  const db = database();
  const { person, both } = await db.batch({
    person: db.select({ id: users.id, confirmedAt: users.confirmedAt }).from(users),
    both: [db.select({ id: users.id }).from(users), one(1)],
  });
  expectTypeOf(person).toEqualTypeOf<Array<{ id: string; confirmedAt: number | null }>>();
  expectTypeOf(both[1]).toEqualTypeOf<Array<{ value: number }>>();
});

test('sends nothing for an empty batch', async () => {
  expect(await database().batch({ none: [], neither: [] })).toEqual({ none: [], neither: [] });
});

test('writes nothing when one of its statements fails', async () => {
  const db = database();
  await db.run(sql`CREATE TABLE tally (at INTEGER NOT NULL)`);
  const insert = (at: number | null) => db.run(sql`INSERT INTO tally VALUES (${at})`);
  await expect(db.batch({ kept: insert(1), refused: insert(null) })).rejects.toThrow();
  expect(await db.select({ at: sql`at` }).from(sql`tally`)).toEqual([]);
});
