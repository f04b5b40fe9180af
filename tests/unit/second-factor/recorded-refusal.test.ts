import { expect, test } from 'vitest';
import { createDatabase } from '#db/database.ts';
import { factorProofStore } from '#db/queries/second-factor/proofs.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client } from '../../support/own-database.ts';

const { db } = await ownMemoryDatabase();

test.for([
  { warns: true, statements: ['audit_events', 'outbox'] },
  { warns: false, statements: ['audit_events'] },
])('a refusal with warns $warns writes only to $statements', async ({ warns, statements }) => {
  const written: string[] = [];
  const store = factorProofStore(
    createDatabase({
      ...db.connection,
      batch: (batch) => {
        written.push(...batch.map(({ sql }) => /INSERT INTO "?(\w+)/i.exec(sql)?.[1] ?? sql));
        return db.connection.batch(batch);
      },
    }),
  );
  await store.recordRefusal({
    now: Date.now(),
    client,
    userId: 'usr_1',
    kind: 'second_factor_refused',
    warns,
  });
  expect(written).toEqual(statements);
});
