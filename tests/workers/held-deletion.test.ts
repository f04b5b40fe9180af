import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { deleteThrough } from './support/deletion.ts';
import { soon } from './support/eventually.ts';
import { hold } from './support/held.ts';
import { advance, bringOnline, DAY_MS, factsOf, HOUR_MS, stubOf, viewWith } from './support/workspace.ts';

test('a deleted workspace keeps nothing of its queue, its files and their key, and holds nothing', async () => {
  const facts = factsOf({ entitlement: { kind: 'trial', endsAt: Date.now() + HOUR_MS } });
  await bringOnline(facts);
  await advance(facts, 2 * HOUR_MS);
  await viewWith(facts, { notice: 'trial_ended' });
  await advance(facts, DAY_MS);
  for (const size of [1, 100_000])
    expect((await hold(facts, { body: new Uint8Array(size) })).answer.kind).toBe('held');
  const files = async () => (await env.BACKUPS.list({ prefix: `held/${facts.workspaceId}/` })).objects.length;
  expect(await files()).toBe(1);

  await advance(facts, 2 * DAY_MS);
  await deleteThrough(facts);
  const kept = await runInDurableObject(stubOf(facts), (_object, { storage }) => [
    ...storage.sql.exec('SELECT id FROM held_requests').toArray(),
    ...storage.sql.exec(`SELECT name FROM keys WHERE name = 'held-webhooks'`).toArray(),
  ]);
  expect(kept).toEqual([]);
  await soon(async () => expect(await files()).toBe(0));
  expect((await hold(facts)).answer).toMatchObject({ kind: 'state', view: { notice: 'deleted' } });
});
