import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { migrateStorage } from '#durable-objects/workspace/migrate-storage.ts';
import { factsOf, sendFacts, stubOf, viewOf } from './support/workspace.ts';

/** Runs these migrations in a new object. @returns the rows of their table after each run. */
async function runs(...given: readonly string[][]): Promise<unknown[][]> {
  const stub = stubOf(factsOf());
  // The first call constructs the object.
  await stub.limits();
  return await runInDurableObject(stub, (_object, { storage }) => {
    storage.sql.exec('DROP TABLE migrations');
    return given.map((steps) => {
      migrateStorage(storage, steps);
      return storage.sql.exec('SELECT * FROM trials').toArray();
    });
  });
}

const first = 'CREATE TABLE trials (id INTEGER PRIMARY KEY); INSERT INTO trials VALUES (1)';
const second = 'ALTER TABLE trials ADD COLUMN note TEXT; UPDATE trials SET note = id';
const third = "INSERT INTO trials VALUES (2, 'third')";

test('an object that slept runs the missed migrations, in order, each once', async () => {
  const after = [
    { id: 1, note: '1' },
    { id: 2, note: 'third' },
  ];
  expect(await runs([first], [first, second, third], [first, second, third])).toEqual([
    [{ id: 1 }],
    after,
    after,
  ]);
});

test('a migration that fails changes nothing, and runs again', async () => {
  const stub = stubOf(factsOf());
  await stub.limits();
  await runInDurableObject(stub, (_object, { storage }) => {
    storage.sql.exec('DROP TABLE migrations');
    expect(() =>
      migrateStorage(storage, [first, 'INSERT INTO trials VALUES (2); SELECT * FROM missing']),
    ).toThrow('missing');
    expect(storage.sql.exec('SELECT * FROM trials').toArray()).toEqual([{ id: 1 }]);
    migrateStorage(storage, [first, second]);
    expect(storage.sql.exec('SELECT * FROM trials').toArray()).toEqual([{ id: 1, note: '1' }]);
  });
});

test('an object reads after an eviction what it stored before', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const before = await viewOf(facts);
  await evictDurableObject(stubOf(facts));
  expect(await viewOf(facts)).toEqual(before);
});
