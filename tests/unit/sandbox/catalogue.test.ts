import { expect, test } from 'vitest';
import { readVersions } from '#engine/versions.ts';
import { installableReleases, releasesAfter } from '#sandbox/catalogue/versions.ts';
import { World } from './harness.ts';

const query = `query Nodes {
  nodes(pagination: { limit: 9999 }, sort: ["popularity", "displayName"]) {
    data { id attributes { name displayName popularity iconData nodeCategories } }
  }
}`;

type Entry = {
  id: string;
  attributes: {
    name: string;
    displayName: string;
    popularity: number;
    iconData: unknown;
    nodeCategories: string[];
  };
};

async function ask(world: World, body: object) {
  const response = await world.post('/graphql', body);
  return { status: response.status, ...(await response.json()) };
}

test('the catalogue is complete, most popular first, with icons for the well known', async () => {
  await using world = await World.start();
  const { status, data } = await ask(world, { query });
  expect(status).toBe(200);
  const entries: Entry[] = data.nodes.data;
  expect(entries).toHaveLength(417);
  expect(entries.slice(0, 5).map(({ attributes }) => attributes.displayName)).toEqual([
    'Google Sheets',
    'HTTP Request',
    'Slack',
    'Gmail',
    'Telegram',
  ]);
  const popularities = entries.map(({ attributes }) => attributes.popularity);
  expect(popularities).toEqual(popularities.toSorted((a, b) => a - b));
  expect(entries[0]).toEqual({
    id: expect.any(String),
    attributes: {
      name: 'n8n-nodes-base.googleSheets',
      displayName: 'Google Sheets',
      popularity: 1,
      iconData: { type: 'file', fileBuffer: expect.stringMatching(/^data:image\/svg\+xml;base64,/) },
      nodeCategories: expect.arrayContaining([expect.any(String)]),
    },
  });
  const drawn = entries.filter(({ attributes }) => attributes.iconData !== null);
  expect(drawn.length).toBeGreaterThan(40);
  expect(entries.at(-1)?.attributes.iconData).toBeNull();
});

test('an icon is an SVG in the color of its brand', async () => {
  await using world = await World.start();
  const { data } = await ask(world, { query });
  const [sheets] = data.nodes.data;
  const svg = atob(sheets.attributes.iconData.fileBuffer.split(',')[1]);
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 24 24" fill="#34A853">/);
});

test('fields, aliases, limits, order and variables follow the query', async () => {
  await using world = await World.start();
  const { data } = await ask(world, {
    query: `query Q($limit: Int! = 3, $sort: [String]) {
      apps: nodes(pagination: {limit: $limit}, sort: $sort) { data { attributes { title: displayName } } } }`,
    variables: { limit: 2, sort: ['displayName:desc'] },
  });
  expect(data).toEqual({
    apps: { data: [{ attributes: { title: 'Zulip' } }, { attributes: { title: 'Zoom' } }] },
  });
});

test('categories are names, or a relation when the query asks for their fields', async () => {
  await using world = await World.start();
  const categories = (fields: string) =>
    ask(world, {
      query: `{ nodes(pagination: {limit: 1}, sort: "name") { data { attributes { nodeCategories ${fields} } } } }`,
    });
  expect((await categories('')).data.nodes.data).toEqual([
    { attributes: { nodeCategories: ['Sales', 'Marketing'] } },
  ]);
  expect((await categories('{ data { attributes { name } } }')).data.nodes.data).toEqual([
    {
      attributes: {
        nodeCategories: { data: [{ attributes: { name: 'Sales' } }, { attributes: { name: 'Marketing' } }] },
      },
    },
  ]);
});

test.each([
  [
    'subfields of a scalar',
    '{ nodes { data { attributes { name { first } } } } }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['an unknown field', '{ workflows { data { id } } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['an unknown attribute', '{ nodes { data { attributes { secret } } } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['no subfields', '{ nodes { data } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['an unknown argument', '{ nodes(where: 1) { data { id } } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['an unknown order', '{ nodes(sort: "age") { data { id } } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['a mutation', 'mutation { nodes { data { id } } }', 'GRAPHQL_PARSE_FAILED'],
  ['an open brace', '{ nodes { data { id }', 'GRAPHQL_PARSE_FAILED'],
  ['a stray character', '{ nodes % }', 'GRAPHQL_PARSE_FAILED'],
  ['nothing', '', 'GRAPHQL_PARSE_FAILED'],
])('%s is a GraphQL error', async (_case, badQuery, code) => {
  await using world = await World.start();
  const answer = await ask(world, { query: badQuery });
  expect(answer).toMatchObject({
    status: 400,
    errors: [{ message: expect.any(String), extensions: { code } }],
  });
});

test('the version feed lists newer versions, newest first, and marks breaking ones', async () => {
  await using world = await World.start();
  const releases = await (await world.get('/api/versions/1.122.5')).json();
  const names = releases.map(({ name }: { name: string }) => name);
  expect(names[0]).toBe('2.41.3');
  expect(names.slice(-2)).toEqual(['2.0.3', '1.123.81']);
  expect(releases[0]).toMatchObject({
    createdAt: '2026-09-26T01:10:25Z',
    hasBreakingChange: false,
    hasSecurityFix: true,
  });
  expect(releases.at(-2)).toMatchObject({ name: '2.0.3', hasBreakingChange: true });
  expect(await (await world.get('/api/versions/2.41.3')).json()).toEqual([]);
  for (const garbage of ['latest', '1.2', '1.2.3.4', '..%2f', '1.2.3-beta'])
    expect((await world.get(`/api/versions/${garbage}`)).status).toBe(400);
});

test('with n8n, the feed lists installable versions, and breaking changes from the list of versions', () => {
  const breaking = new Map(readVersions().map((one) => [one.version, one.hasBreakingChange]));
  const listed = releasesAfter(installableReleases(), [0, 0, 0]);
  expect(listed.map(({ name }) => name)).toEqual(['2.41.1', '2.40.7']);
  for (const { name, hasBreakingChange } of listed) expect(hasBreakingChange).toBe(breaking.get(name));
});

test('the fault switch takes both down', async () => {
  await using world = await World.start();
  await world.post('/catalogue/faults', { mode: 'down' });
  expect((await ask(world, { query })).status).toBe(503);
  expect((await world.get('/api/versions/1.122.5')).status).toBe(503);
  await world.post('/catalogue/faults', { mode: 'none' });
  expect((await ask(world, { query })).status).toBe(200);
});
