import { type Client, createClient } from '@libsql/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseKeyRing } from '#app/crypto/key-ring.ts';
import { prepareDatabase } from '#scripts/prepare-database.ts';
import { type OwnDatabase, startOwnDatabase } from '../../support/own-database.ts';

let server: OwnDatabase;
let raw: Client;
beforeAll(async () => {
  server = await startOwnDatabase();
  raw = createClient({ url: server.url });
});
afterAll(async () => {
  raw.close();
  await server.stop();
});

const configured = (key: string) => ({
  database: { url: server.url, token: undefined },
  workspaceMasterKeys: parseKeyRing(key),
  secondFactorKeys: parseKeyRing('s'.repeat(32)),
});

test('the first deployment prepares a database without tables', async () => {
  const { rows } = await raw.execute(
    `SELECT 'DROP ' || type || ' ' || name AS change FROM sqlite_master
      WHERE type IN ('table', 'trigger', 'view') AND name NOT LIKE 'sqlite%' ORDER BY type DESC`,
  );
  await raw.migrate(rows.map(({ change }) => String(change)));
  await prepareDatabase(configured('m'.repeat(32)));
  expect((await raw.execute('SELECT count(*) AS plans FROM plans')).rows[0]?.plans).toBeGreaterThan(0);
});

test('a later deployment is refused if a key version that a workspace needs is missing, and changes nothing', async () => {
  await raw.migrate([
    `INSERT INTO accounts (id, name, plan_id, timezone, created_at) VALUES ('acc_1', 'ada', 'trial-1', 'Etc/UTC', 1)`,
    `INSERT INTO workspaces (id, account_id, name, created_at, reported_at, key_ring_version)
      VALUES ('wks_1', 'acc_1', 'ada', 1, 1, 2)`,
  ]);
  // The migration would write the plans again.
  await raw.execute(`UPDATE plans SET display_name = 'of before' WHERE id = 'trial-1'`);
  await expect(prepareDatabase(configured('m'.repeat(32)))).rejects.toThrow(
    /version 2: the keys of 1 workspaces/,
  );
  const { rows } = await raw.execute(`SELECT display_name AS name FROM plans WHERE id = 'trial-1'`);
  expect(rows[0]?.name).toBe('of before');
  const second = Buffer.alloc(32, 7).toString('base64');
  await prepareDatabase(configured(`2:${second},1:${'m'.repeat(32)}`));
});
