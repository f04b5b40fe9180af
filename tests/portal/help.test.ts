import { beforeAll, describe, expect, inject, test } from 'vitest';
import { en } from '#app/i18n/en/index.ts';
import { addTeammate, type Owner, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { navigationOf } from '../unit/components/render.tsx';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

let owner: Owner;
beforeAll(async () => {
  owner = await setUpOwner(portal, database);
});

const pageOf = async (path: string, client = owner.client) => {
  const answer = await client.get(path);
  return { status: answer.status, html: await answer.text() };
};
/** The questions on a page, in order. */
const questionsIn = (html: string) =>
  [...html.matchAll(/<summary>([^<]*)<\/summary>/g)].map(([, words = '']) => words.replace(/&#x27;/g, "'"));

test('the help center is for signed-in people, and the header links to it', async () => {
  const answer = await new PortalClient(portal).get('/help');
  expect(answer.headers.get('Location')).toBe('/login?returnPath=%2Fhelp');
  for (const client of [owner.client, (await addTeammate(owner, database, 'member')).client]) {
    const { status, html } = await pageOf('/help', client);
    expect(status).toBe(200);
    const navigation = navigationOf(html, en.layout.navigation.label);
    expect(navigation).toMatch(/<a[^>]*href="\/help"/);
    expect(html).toMatch(/<h1[^>]*>Help center<\/h1>/);
    expect(questionsIn(html).length).toBeGreaterThanOrEqual(15);
  }
});

test('no answer links to a page that the role cannot open', async () => {
  const { client } = await addTeammate(owner, database, 'member');
  const [owners, members] = await Promise.all([pageOf('/help'), pageOf('/help', client)]);
  // Billing opens with the first plan: tests/portal/faq-links.test.ts follows that link.
  for (const path of ['/manage', '/account/members', '/account/change-plan']) {
    const link = `<a data-discover="true" href="${path}">`;
    expect(owners.html).toContain(link);
    expect(members.html).not.toContain(link);
  }
});

describe('the search, without a script', () => {
  test('finds answers, and shows how many', async () => {
    const { html } = await pageOf('/help?q=invoices');
    expect(questionsIn(html)[0]).toBe('Where are my invoices, and how do I change what they say?');
    expect(questionsIn(html).length).toBeLessThan(10);
    expect(html).toMatch(/role="status"[^>]*>\d+ answers? found for “invoices”/);
    expect(html).toMatch(/<input[^>]*name="q"[^>]*value="invoices"/);
  });

  test('without results offers to ask support', async () => {
    const { html } = await pageOf('/help?q=xyzzy');
    expect(questionsIn(html)).toEqual([]);
    expect(html).toContain('No answers found for “xyzzy”');
    expect(html).toContain('Try another word, or <a');
    expect(html.match(/href="[^"]*#ticket"/g)?.length).toBeGreaterThanOrEqual(2);
  });

  test('truncates a text of 10 kB, and says so', async () => {
    const { status, html } = await pageOf(`/help?q=${'restart+'.repeat(1_250)}`);
    expect(status).toBe(200);
    expect(html).toContain('so we used only its first 200 characters.');
    expect(questionsIn(html)[0]).toBe('How do I restart my workspace?');
    expect(html.match(/restart restart/g)?.length ?? 0).toBeLessThan(200);
  });

  test.for([
    '%00',
    '%F0%9F',
    '"><script>alert(1)</script>',
    "';DROP TABLE users;--",
    '{{x}} $t(help.title)',
    '(',
  ])('for %s shows it as plain text', async (query) => {
    const { status, html } = await pageOf(`/help?q=${/^%/.test(query) ? query : encodeURIComponent(query)}`);
    expect(status).toBe(200);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('$t(help.title) found');
    if (query.startsWith('{{')) expect(html).toContain('“{{x}} $t(help.title)”');
  });

  test('given twice uses the first value', async () => {
    const { html } = await pageOf('/help?q=invoices&q=restart');
    expect(html).toContain('found for “invoices”');
  });
});

test('the page costs one round trip, including earlier requests, and no object call', async () => {
  const answer = await owner.client.get('/help');
  expect(answer.headers.get('Server-Timing')).toBe('db;desc="1", object;desc="0"');
});
