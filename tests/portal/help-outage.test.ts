import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildIfChanged } from '#scripts/local/build.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { type Stack, startStack } from '#scripts/local/stack.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { eventually } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { setMailFault } from '../support/sandbox-calls.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { ask, pixel, ticketIdOf } from '../support/ticket-calls.ts';

/** A separate stack with a known data directory: the mail and files of other tests stay available. */
const dataDirectory = mkdtempSync(join(tmpdir(), 'weft-test-'));
let stack: Stack;
let database: ReturnType<typeof openTestDatabase>;
let owner: Owner;
beforeAll(async () => {
  buildIfChanged();
  stack = await startStack({ dataDirectory, ports: await freePorts() });
  database = openTestDatabase(stack.databaseUrl);
  owner = await setUpOwner(stack, database);
});
afterAll(async () => {
  database?.close();
  await stack?.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const waiting = async () =>
  Number(
    (await one(database, "SELECT count(*) AS n FROM outbox WHERE kind = 'mail' AND delivered_at IS NULL")).n,
  );
const copies = async () => (await owner.client.mails(owner.fields.email)).map(({ subject }) => subject);

/** The runtime's folder of the bucket: a file in its place makes the store fail. */
const files = join(dataDirectory, 'worker', 'r2', 'weft-cloud-attachments');
const aside = `${files}-aside`;
function breakStore(): void {
  if (existsSync(files)) renameSync(files, aside);
  writeFileSync(files, 'not a directory');
}
function mendStore(): void {
  if (!existsSync(aside)) return;
  rmSync(files, { force: true });
  renameSync(aside, files);
}

afterEach(async () => {
  mendStore();
  await setMailFault(stack, 'none');
});

const shot = () => new File([pixel], 'shot.png');

test('accepts a ticket while mail is down, and sends both mails once it is back', async () => {
  await setMailFault(stack, 'down');
  const id = ticketIdOf(await ask(owner.client, { subject: 'While mail was down' }));
  expect(await (await owner.client.get(`/help?sent=${id}`)).text()).toContain('Your request is on its way');
  await eventually(async () => {
    const row = await one(
      database,
      "SELECT sum(last_error IS NOT NULL) AS n FROM outbox WHERE kind = 'mail'",
    );
    return Number(row.n) === 2;
  });
  expect(await copies()).toEqual([]);
  await setMailFault(stack, 'none');
  await database.execute('UPDATE outbox SET next_attempt_at = 0 WHERE delivered_at IS NULL');
  await stack.runCron();
  await eventually(async () => (await waiting()) === 0);
  expect(await copies()).toEqual(['We received your request: While mail was down']);
  const toSupport = await owner.client.mails('support@weft.example');
  expect(toSupport.map(({ subject }) => subject.replace(/^\[.*\] /, ''))).toEqual(['While mail was down']);
});

test('accepts a ticket without its file while the file store is down, and says so on the page and in both mails', async () => {
  const before = ticketIdOf(await ask(owner.client, { subject: 'Before' }, shot()));
  breakStore();
  const id = ticketIdOf(await ask(owner.client, { subject: 'Without a file' }, shot()));
  const page = await (await owner.client.get(`/help?sent=${id}`)).text();
  expect(page).toContain('Your request is on its way');
  expect(page).toContain('Your file “shot.png” could not be stored and was not sent.');
  expect(page).not.toContain(`/help/tickets/${id}/attachment`);
  expect((await owner.client.get(`/help/tickets/${id}/attachment`)).status).toBe(404);
  for (const to of [owner.fields.email, 'support@weft.example']) {
    expect((await owner.client.mail(to, /Without a file/)).text).toContain(
      'could not be stored and is missing',
    );
  }
  mendStore();
  const kept = await owner.client.get(`/help/tickets/${before}/attachment`);
  expect(new Uint8Array(await kept.arrayBuffer())).toEqual(pixel);
});
