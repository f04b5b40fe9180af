import { afterAll, expect, inject, test } from 'vitest';
import { faqGroups } from '#app/domain/help/faq.ts';
import { payingOwner } from '../support/billing-calls.ts';
import { setUpOwner } from '../support/people.ts';
import type { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

/** @returns the link of each help center answer for this person, by question id. */
async function linksOf(client: PortalClient): Promise<Array<[id: string, to: string]>> {
  const html = await (await client.get('/help')).text();
  return [...html.matchAll(/<details[^>]*>.*?<div id="([^"]+)"(.*?)<\/details>/gs)].flatMap(
    ([, id = '', answer = '']) =>
      [...answer.matchAll(/href="([^"]+)"/g)].map(([, to = '']): [string, string] => [id, to]),
  );
}

test.for([
  ['on a trial', () => setUpOwner(portal, database)],
  ['with a plan', () => payingOwner(portal, database)],
] as const)('each answer that names a screen links an owner %s to it', async ([, arrive]) => {
  const { client } = await arrive();
  const links = await linksOf(client);
  expect(links.length).toBeGreaterThan(Object.values(faqGroups).flat().length / 2);
  for (const [id, to] of links) {
    const answer = await client.get(to);
    expect([id, to, answer.status, answer.headers.get('Location')]).toEqual([id, to, 200, null]);
  }
});
