import { eq, ne, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { compileOnce, compileStatement } from '#db/compiled.ts';
import { sessionStore } from '#db/queries/sessions.ts';
import { accounts } from '#db/schema/index.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';

async function withAccounts(...names: string[]) {
  const opened = await openMemoryDatabase();
  for (const name of names) {
    await opened.raw.execute({
      sql: `INSERT INTO accounts (id, name, plan_id, timezone, created_at, tax_inclusive) VALUES (?, ?, 'trial-1', 'Etc/UTC', 1, 1)`,
      args: [`acc_${name}`, name],
    });
  }
  return opened;
}

const byName = () =>
  compileOnce((db) =>
    db
      .select({
        id: accounts.id,
        taxInclusive: accounts.taxInclusive,
        doubled: sql<string>`${accounts.name} || ${accounts.name}`,
      })
      .from(accounts)
      .where(eq(accounts.name, sql.placeholder('name'))),
  );

test('builds a query once, and runs it on the database and with the values of each call', async () => {
  const [first, second] = [await withAccounts('ada', 'bob'), await withAccounts('cy')];
  let built = 0;
  const read = compileOnce((db) => {
    built += 1;
    return db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.name, sql.placeholder('name')));
  });
  expect(await read.run(first.db, { name: 'ada' })).toEqual([{ id: 'acc_ada' }]);
  expect(await read.run(first.db, { name: 'bob' })).toEqual([{ id: 'acc_bob' }]);
  expect(await read.run(second.db, { name: 'cy' })).toEqual([{ id: 'acc_cy' }]);
  expect(await read.run(second.db, { name: 'ada' })).toEqual([]);
  expect(built).toBe(1);
});

test('maps columns as drizzle does', async () => {
  const { db } = await withAccounts('ada');
  expect(await byName().run(db, { name: 'ada' })).toEqual([
    { id: 'acc_ada', taxInclusive: true, doubled: 'adaada' },
  ]);
});

test('rejects as drizzle does when a value is missing or the statement fails', async () => {
  const { db, raw } = await withAccounts('ada');
  const read = byName();
  await expect(read.run(db, {})).rejects.toThrow('name');
  await raw.execute('DROP TABLE accounts');
  await expect(read.run(db, { name: 'ada' })).rejects.toThrow('no such table');
});

test.each([
  'lone \ud800',
  '</script>\u2028\u0001"\\',
  '[1,  2]',
  '{"a":1}',
  '1e400',
  '9007199254740993',
  '\ufeff😀',
])('reads text as drizzle does: %j', async (name) => {
  const { db } = await withAccounts('ada');
  await db.update(accounts).set({ name });
  const build = (from: typeof db) =>
    from
      .select({ name: accounts.name, at: accounts.createdAt, price: accounts.overagePrices })
      .from(accounts)
      .where(eq(accounts.id, sql.placeholder('id')));
  expect(await compileOnce(build).run(db, { id: 'acc_ada' })).toEqual(
    await build(db).prepare().all({ id: 'acc_ada' }),
  );
});

test.each(['9007199254740993', '-9223372036854775808'])(
  'rejects an integer that a number cannot hold instead of rounding it: %s',
  async (integer) => {
    const { db, raw } = await withAccounts('ada');
    await raw.execute(`UPDATE accounts SET created_at = ${integer}`);
    const read = compileOnce((from) =>
      from
        .select({ at: accounts.createdAt })
        .from(accounts)
        .where(eq(accounts.id, sql.placeholder('id'))),
    );
    await expect(read.run(db, { id: 'acc_ada' })).rejects.toThrow(RangeError);
  },
);

test('a viewer is read with the token of each call', async () => {
  const { db } = await openMemoryDatabase();
  expect(await sessionStore(db).viewer(await hashToken(newToken()), 1)).toEqual({ kind: 'expired' });
});

test('an unchanged row is read once, and nothing can change it; a changed one is read again', async () => {
  const { db, raw } = await withAccounts('ada', 'bob');
  const read = byName();
  const [first] = await read.run(db, { name: 'ada' });
  expect((await read.run(db, { name: 'ada' }))[0]).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  expect((await read.run(db, { name: 'bob' }))[0]?.id).toBe('acc_bob');
  await raw.execute("UPDATE accounts SET tax_inclusive = 0 WHERE name = 'ada'");
  expect(await read.run(db, { name: 'ada' })).toEqual([
    { id: 'acc_ada', taxInclusive: false, doubled: 'adaada' },
  ]);
});

test('a compiled statement is built once, and has the rows of each call in its batch', async () => {
  const [first, second] = [await withAccounts('ada', 'bob'), await withAccounts('cy')];
  let built = 0;
  const names = compileStatement((db) => {
    built += 1;
    return db
      .select({ id: accounts.id, taxInclusive: accounts.taxInclusive })
      .from(accounts)
      .where(ne(accounts.name, sql.placeholder('name')))
      .orderBy(accounts.id);
  });
  const { ada, none } = await first.db.batch({
    ada: names(first.db, { name: 'bob' }),
    none: names(first.db, { name: 'ada' }),
  });
  expect(ada).toEqual([{ id: 'acc_ada', taxInclusive: true }]);
  expect(none).toEqual([{ id: 'acc_bob', taxInclusive: true }]);
  const { cy } = await second.db.batch({ cy: names(second.db, { name: 'ada' }) });
  expect(cy).toEqual([{ id: 'acc_cy', taxInclusive: true }]);
  expect(built).toBe(1);
});
