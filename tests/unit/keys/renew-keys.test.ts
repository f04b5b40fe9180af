import { spawnSync } from 'node:child_process';
import { type Client, createClient, type InValue } from '@libsql/client';
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { decryptWithRing, encryptWithRing, parseKeyRing } from '#app/crypto/key-ring.ts';
import type { KeyUse } from '#app/domain/keys/key-use.ts';
import { DAY_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { renewKeys } from '#app/use-cases/maintenance/renew-keys.ts';
import { openDatabase } from '#db/client.ts';
import { createDatabase, type Db } from '#db/database.ts';
import type { SealedRows } from '#db/queries/sealed-rows.ts';
import { countSealedVersions, sealedRows } from '#db/queries/sealed-rows.ts';
import { restartForKeys, workspaceKeyStore } from '#db/queries/workspace-keys.ts';
import { secondFactorColumns } from '#db/sealed-columns.ts';
import type { SqlStatement } from '#db/sql-over-http.ts';
import { runKeysCommand } from '#scripts/keys/command.ts';
import { type OwnDatabase, startOwnDatabase } from '../../support/own-database.ts';

const start = Date.UTC(2026, 0, 1);
const old = 'a master key of before there were versions';
const newKey = Buffer.alloc(32, 2).toString('base64');
const first = parseKeyRing(old);
const both = parseKeyRing(`2:${newKey},1:${old}`);
const second = parseKeyRing(`2:${newKey}`);
let server: OwnDatabase;
let db: Db;
let raw: Client;
let url: string;

beforeAll(async () => {
  server = await startOwnDatabase();
  url = server.url;
  db = openDatabase({ url, token: undefined });
  raw = createClient({ url });
  await raw.execute('CREATE TABLE notes (id TEXT PRIMARY KEY, body TEXT)');
});

afterAll(async () => {
  raw.close();
  await server.stop();
});

beforeEach(() => raw.batch(['DELETE FROM workspaces', 'DELETE FROM accounts', 'DELETE FROM notes'], 'write'));

/** Inserts workspaces with or without an object: `wks_1` and so on. */
async function workspacesOf(count: number, hasObject = true): Promise<void> {
  const ids = JSON.stringify(Array.from({ length: count }, (_, index) => index + 1));
  await raw.batch(
    [
      {
        sql: `INSERT INTO accounts (id, name, plan_id, timezone, created_at)
          SELECT 'acc_' || value, 'name' || value, 'starter', 'Etc/UTC', 1 FROM json_each(?)`,
        args: [ids],
      },
      {
        sql: `INSERT INTO workspaces (id, account_id, name, created_at, reported_at)
          SELECT 'wks_' || value, 'acc_' || value, 'name' || value, 1, ? FROM json_each(?)`,
        args: [hasObject ? 1 : null, ids],
      },
    ],
    'write',
  );
}

interface World {
  now: number;
  ring: typeof both;
  uses: Map<string, KeyUse | null | Error>;
  /** Objects that still have an earlier secret, with its newest version. */
  earlier: Map<string, number>;
  asked: Array<[string, boolean]>;
  errors: string[];
}

const worldOf = (changes: Partial<World> = {}): World => ({
  now: start,
  ring: both,
  uses: new Map(),
  earlier: new Map(),
  asked: [],
  errors: [],
  ...changes,
});

/** One minute's run of the cron. */
async function run(world: World, rows: readonly SealedRows[] = []): Promise<void> {
  world.asked.length = 0;
  await renewKeys({
    clock: { now: () => world.now },
    masterKeys: world.ring,
    workspaceKeys: workspaceKeyStore(db),
    workspaceObject: (workspaceId) => ({
      async resealKeys({ restart }) {
        world.asked.push([workspaceId, restart]);
        const use = world.uses.get(workspaceId) ?? null;
        if (use instanceof Error) throw use;
        return { newestVersion: world.earlier.get(workspaceId) ?? world.ring[0].version, oldestUse: use };
      },
    }),
    sealedRows: rows,
    reportError: (error) => world.errors.push(String(error)),
  });
}

/** @returns the command's output and its message or error. */
async function rotate(args: readonly string[], ring = `2:${newKey},1:${old}`) {
  const [printed, said]: [string[], string[]] = [[], []];
  const env = { DATABASE_URL: url, WORKSPACE_MASTER_KEY: ring, SECOND_FACTOR_KEY: ring };
  const terminal = {
    env,
    say: (line: string) => said.push(line),
    print: (value: string) => printed.push(value),
  };
  await runKeysCommand(args, terminal).catch((error: Error) => said.push(`refused: ${error.message}`));
  return { printed: printed.join('\n'), said: said.join('\n') };
}

test('scans no table to find the objects to call and the rows to seal again', async () => {
  const statements: SqlStatement[] = [];
  const spied = createDatabase({
    execute: async (statement) => {
      statements.push(statement);
      return { rows: [] };
    },
    batch: () => Promise.reject(new Error('The query is one statement.')),
  });
  await workspaceKeyStore(spied).due({ newestVersion: 2, now: start, limit: 200 });
  for (const column of secondFactorColumns) await sealedRows(spied, column, both).listOutdated(200);
  const plans = statements.map(async ({ sql, args }) => {
    const { rows } = await raw.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: [...args] as InValue[] });
    return rows.map(({ detail }) => String(detail));
  });
  const steps = (await Promise.all(plans)).flat();
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  expect(steps.filter((step) => step.includes('workspaces_by_key_ring'))).toHaveLength(3);
  expect(steps.filter((step) => step.includes('workspaces_by_older_key'))).toHaveLength(1);
  expect(steps.filter((step) => step.includes('authenticator_apps_by_key'))).toHaveLength(2);
});

test('calls every object once under a new version, and creates none', async () => {
  await workspacesOf(450);
  const world = worldOf();
  const asked = new Set<string>();
  for (let minute = 0; minute < 3; minute += 1) {
    await run(world);
    for (const [id] of world.asked) asked.add(id);
    world.now += MINUTE_MS;
  }
  expect(asked.size).toBe(450);
  world.now += DAY_MS;
  await run(world);
  expect(world.asked).toEqual([]);
  await raw.execute('UPDATE workspaces SET reported_at = NULL, key_ring_version = NULL');
  await run(world);
  expect(world.asked).toEqual([]);
  expect(world.errors).toEqual([]);
});

test('calls an object that needs an older version again later, and restarts it on demand', async () => {
  await workspacesOf(7);
  const world = worldOf();
  for (let id = 1; id <= 7; id += 1)
    world.uses.set(`wks_${id}`, { purpose: 'process', version: 1, until: null });
  await run(world);
  world.now += MINUTE_MS;
  await run(world);
  expect(world.asked).toEqual([]);
  world.now += 10 * MINUTE_MS;
  await run(world);
  expect(world.asked).toHaveLength(7);

  expect(await restartForKeys(db)).toBe(7);
  world.now += MINUTE_MS;
  await run(world);
  expect(world.asked.map(([, restart]) => restart)).toEqual(Array(5).fill(true));
  await run(world);
  expect(world.asked.map(([, restart]) => restart)).toEqual([true, true]);
});

test('counts an object that still has the earlier secret as sealed with that, and calls it again', async () => {
  await workspacesOf(2);
  const world = worldOf();
  world.earlier.set('wks_1', 1);
  await run(world);
  expect((await rotate(['drop', 'WORKSPACE_MASTER_KEY'])).said).toContain(
    'version 1: the keys of 1 workspaces are sealed with it',
  );
  world.earlier.clear();
  world.now += 10 * MINUTE_MS;
  await run(world);
  expect(world.asked).toEqual([['wks_1', false]]);
  expect((await rotate(['drop', 'WORKSPACE_MASTER_KEY'])).printed).toBe(`2:${newKey}`);
});

test('keeps the order of a restart until the process has a key of the newest version', async () => {
  await workspacesOf(1);
  const process: KeyUse = { purpose: 'process', version: 1, until: null };
  const world = worldOf({ uses: new Map([['wks_1', process]]) });
  await run(world);
  await restartForKeys(db);

  const answers: Array<() => unknown> = [
    () => world.uses.set('wks_1', new Error('The object is down.')),
    // Not Online, or operations are disabled.
    () => world.uses.set('wks_1', process),
    // The object has the earlier secret, with which nothing is older.
    () => world.uses.set('wks_1', null) && world.earlier.set('wks_1', 1),
    () => world.earlier.clear(),
  ];
  for (const answer of answers) {
    answer();
    await run(world);
    expect(world.asked).toEqual([['wks_1', true]]);
    await run(world);
    expect(world.asked).toEqual([]);
    world.now += 10 * MINUTE_MS;
  }
  await run(world);
  expect(world.asked).toEqual([]);
});

test('ordered restarts do not delay the sealing of other objects', async () => {
  await workspacesOf(201);
  const world = worldOf();
  for (let id = 1; id <= 200; id += 1)
    world.uses.set(`wks_${id}`, { purpose: 'process', version: 1, until: null });
  await run(world);
  await run(world);
  expect(await restartForKeys(db)).toBe(200);
  world.now += DAY_MS;
  await raw.execute(`UPDATE workspaces SET key_ring_version = NULL WHERE id = 'wks_201'`);
  await run(world);
  expect(world.asked).toContainEqual(['wks_201', false]);
  expect(world.asked.filter(([, restart]) => restart)).toHaveLength(5);
});

test('reports failures in one line, finishes the others, and calls failed objects again', async () => {
  await workspacesOf(3);
  const world = worldOf({ ring: second });
  world.uses.set('wks_1', new Error('WORKSPACE_MASTER_KEY has no version 1'));
  world.uses.set('wks_2', { purpose: 'process', version: 1, until: null });
  await run(world);
  expect(world.asked).toHaveLength(3);
  expect(world.errors).toEqual([
    'Error: Keys: 1 workspaces could not renew theirs.',
    'Error: Keys: 1 workspaces need version 1 of WORKSPACE_MASTER_KEY: put it back.',
  ]);
  world.now += 10 * MINUTE_MS;
  await run(world);
  expect(world.asked.map(([id]) => id).sort()).toEqual(['wks_1', 'wks_2']);
});

test('seals rows again, and keeps unreadable rows and concurrent changes', async () => {
  const notes = sqliteTable('notes', { id: text('id').primaryKey(), body: text('body') });
  const column = { table: notes, id: notes.id, sealed: notes.body, contextOf: (id: string) => `note:${id}` };
  const bodies = new Map<string, string>();
  for (let id = 1; id <= 5; id += 1) {
    bodies.set(`n${id}`, await encryptWithRing(id === 5 ? both : first, `text ${id}`, `note:n${id}`));
  }
  bodies.set(
    'lost',
    await encryptWithRing(parseKeyRing('another key of at least 32 characters'), 'x', 'note:lost'),
  );
  for (const [id, body] of bodies) {
    await raw.execute({ sql: 'INSERT INTO notes (id, body) VALUES (?, ?)', args: [id, body] });
  }
  await raw.execute(`INSERT INTO notes (id) VALUES ('none')`);
  expect(await countSealedVersions(db, column)).toEqual(
    new Map([
      [1, 5],
      [2, 1],
    ]),
  );

  const world = worldOf();
  const rows = sealedRows(db, column, both);
  await rows.replace([{ id: 'n1', from: 'something else', to: 'overwritten' }]);
  await run(world, [rows]);
  // Once an hour, however often the cron meets them.
  world.now += MINUTE_MS;
  await run(world, [rows]);
  expect(world.errors).toEqual(['Error: Keys: 1 rows need a version that is not configured.']);
  const { rows: stored } = await raw.execute('SELECT id, body FROM notes WHERE body IS NOT NULL');
  for (const { id, body } of stored) {
    if (id === 'lost') expect(body).toBe(bodies.get('lost'));
    else {
      const opened = await decryptWithRing(second, String(body), `note:${id}`);
      expect(opened).toBe(`text ${String(id).slice(1)}`);
    }
  }
  expect(await countSealedVersions(db, column)).toEqual(
    new Map([
      [1, 1],
      [2, 5],
    ]),
  );
  expect(stored.find(({ id }) => id === 'n5')?.body).toBe(bodies.get('n5'));
});

test('seals the rows of one minute again in three round trips', async () => {
  const notes = sqliteTable('notes', { id: text('id').primaryKey(), body: text('body') });
  const column = { table: notes, id: notes.id, sealed: notes.body, contextOf: (id: string) => `note:${id}` };
  const bodies = await Promise.all(
    Array.from({ length: 250 }, (_, id) => encryptWithRing(first, `text ${id}`, `note:n${id}`)),
  );
  await raw.batch(
    bodies.map((body, id) => ({
      sql: 'INSERT INTO notes (id, body) VALUES (?, ?)',
      args: [`n${id}`, body],
    })),
    'write',
  );
  const counter = { roundTrips: 0 };
  const rows = sealedRows(openDatabase({ url, token: undefined }, counter), column, both);
  const world = worldOf();
  // 200 rows: one round trip to read them, and two batches of a hundred.
  await run(world, [rows]);
  expect(counter.roundTrips).toBe(3);
  expect((await countSealedVersions(db, column)).get(2)).toBe(200);
  await run(world, [rows]);
  expect(counter.roundTrips).toBe(5);
  expect(await countSealedVersions(db, column)).toEqual(new Map([[2, 250]]));
  await run(world, [rows]);
  expect(counter.roundTrips).toBe(6);
  expect(world.errors).toEqual([]);
});

test('the command creates the next version, lists needs, and drops only a version that nothing needs', async () => {
  await workspacesOf(2);
  expect(await rotate(['new', 'WORKSPACE_MASTER_KEY'], old)).toEqual({
    printed: '',
    said: expect.stringMatching(/^refused: .*\n.*2 workspaces were not asked yet/),
  });
  const world = worldOf({ ring: first });
  await run(world);
  const made = await rotate(['new', 'WORKSPACE_MASTER_KEY'], old);
  expect(parseKeyRing(made.printed)).toEqual([
    { version: 2, secret: expect.stringMatching(/^[\w+/]{43}=$/) },
    { version: 1, secret: old },
  ]);
  expect(made.said).not.toContain(old);

  world.ring = both;
  world.now += DAY_MS;
  world.uses.set('wks_1', { purpose: 'process', version: 1, until: null });
  world.uses.set('wks_2', { purpose: 'final-link', version: 1, until: Date.UTC(2026, 3, 2) });
  expect((await rotate(['drop', 'WORKSPACE_MASTER_KEY'])).said).toContain(
    'version 1: the keys of 2 workspaces are sealed with it',
  );
  await run(world);
  // The environment has the value from before the rotation: version 2 must not get another key.
  expect(await rotate(['new', 'WORKSPACE_MASTER_KEY'], old)).toEqual({
    printed: '',
    said: expect.stringMatching(
      /^refused: WORKSPACE_MASTER_KEY lacks a version .*\n {2}version 2: the keys of 2/,
    ),
  });
  const refused = await rotate(['drop', 'WORKSPACE_MASTER_KEY']);
  expect(refused.printed).toBe('');
  expect(refused.said).toContain('refused: WORKSPACE_MASTER_KEY cannot drop its older versions yet');
  expect(refused.said).toContain('version 1: 1 running workspaces have a sign-in key of it');
  expect(refused.said).toContain(
    'final backups of 1 workspaces are signed with it (over by itself on 2026-04-02)',
  );
  expect((await rotate(['status', '--wait'])).said).toContain(
    'version 2: the keys of 2 workspaces are sealed',
  );

  expect((await rotate(['restart'])).said).toContain('1 workspaces will be restarted');
  world.uses.clear();
  world.now = Date.UTC(2026, 3, 3);
  await run(world);
  expect((await rotate(['drop', 'WORKSPACE_MASTER_KEY'])).printed).toBe(`2:${newKey}`);
  expect((await rotate(['drop', 'SECOND_FACTOR_KEY'])).printed).toBe(`2:${newKey}`);
  for (const args of [[], ['drop'], ['drop', 'MAIL_KEY'], ['new', 'MAIL_KEY'], ['remove']]) {
    expect(await rotate(args)).toEqual({ printed: '', said: expect.stringContaining('refused: usage:') });
  }
});

test('the command prints only values to standard output, and fails with a sentence', () => {
  const start = (...args: string[]) => {
    const command = ['scripts/keys/rotate.ts', ...args];
    return spawnSync(process.execPath, command, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATABASE_URL: url, SECOND_FACTOR_KEY: old },
    });
  };
  const made = start('new', 'SECOND_FACTOR_KEY');
  expect([made.status, parseKeyRing(made.stdout.trim()).length]).toEqual([0, 2]);
  expect(start('new', 'WORKSPACE_MASTER_KEY')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'WORKSPACE_MASTER_KEY must be in the environment, as it is now.\n',
  });
});
