import { expect, inject, test } from 'vitest';
import { limits } from '#tests/bench/count-limits.ts';
import { payingOwner } from '../support/billing-calls.ts';
import { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');

/** @returns a page's round trips and object calls, as the Worker counted them; the target if it redirected. */
async function callsOf(client: PortalClient, path: string): Promise<readonly [number, number] | string> {
  const answer = await client.get(path);
  await answer.body?.cancel();
  const { headers } = answer;
  const elsewhere = headers.get('Location');
  if (elsewhere !== null) return elsewhere;
  const timing = headers.get('Server-Timing') ?? '';
  return [Number(timing.match(/db;desc="(\d+)"/)?.[1]), Number(timing.match(/object;desc="(\d+)"/)?.[1])];
}

test.for(Object.entries(limits.visitorCalls))(
  'a visitor’s page keeps to its calls: %s',
  async ([path, calls]) => {
    expect(await callsOf(new PortalClient(portal), path)).toEqual(calls);
  },
);

test('an owner’s pages keep to their calls', async () => {
  const database = openTestDatabase(portal.databaseUrl);
  const { client } = await payingOwner(portal, database);
  database.close();
  const made: Record<string, unknown> = {};
  for (const path of Object.keys(limits.ownerCalls)) made[path] = await callsOf(client, path);
  expect(made).toEqual(limits.ownerCalls);
});
