import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { listKnownReleases } from '#app/domain/instance/engine-versions.ts';
import { engineVersionsSchema } from '#app/domain/instance/engine-versions-schema.ts';
import {
  compareVersions,
  listOfferedVersions,
  newestStable,
  releaseToStartWith,
  replacementOf,
  versionChange,
} from '#app/domain/instance/releases.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { engineVersions } from '#app/integrations/releases/engine-versions.ts';
import { n8nReleases } from '#app/integrations/releases/n8n-releases.ts';

type Settings = Parameters<typeof n8nReleases>[0];

/** A version feed that always returns `answer`. */
async function feed(
  answer: { status?: number; body: string },
  settings: Pick<Settings, 'offered' | 'versions'> = { offered: 'feed' },
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const clock = { at: Date.now() };
  const reported: unknown[] = [];
  const outbound = createOutbound({
    fetch,
    clock: { now: () => clock.at },
    cache: memoryCache(4),
    wait: async () => {},
  });
  const releases = n8nReleases({
    ...settings,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/versions`,
    outbound,
    clock: { now: () => clock.at },
    reportError: (error) => reported.push(error),
  });
  return {
    releases,
    reported,
    asked,
    clock,
    answer,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The product's own list: two tested versions, an untested one and a withdrawn one. */
const versions = engineVersionsSchema.parse(
  [
    { version: '2.42.0', testedAt: null },
    { version: '2.41.1', hasBreakingChange: true },
    { version: '2.40.7' },
    { version: '2.39.10', withdrawnAt: '2026-11-02T00:00:00Z' },
  ].map((entry) => ({
    image: `${entry.version}-weft.1`,
    digest: null,
    testedAt: '2026-11-01T00:00:00Z',
    testedHook: null,
    withdrawnAt: null,
    releasedAt: '2026-10-01T00:00:00Z',
    hasBreakingChange: false,
    hasSecurityFix: false,
    ...entry,
  })),
);
const feedOf = (...names: string[]) =>
  JSON.stringify(names.map((name) => ({ name, createdAt: '2026-10-01T00:00:00Z' })));

const body = JSON.stringify([
  { name: '1.101.0', createdAt: '2026-01-02T03:04:05Z', hasBreakingChange: true, hasSecurityFix: false },
  { name: '1.102.0-rc.1', createdAt: '2026-01-02T03:04:05Z' },
]);

test('reads the feed once and skips pre-releases', async () => {
  using world = await feed({ body });
  const expected = {
    releases: [
      {
        name: '1.101.0',
        createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
        hasBreakingChange: true,
        hasSecurityFix: false,
      },
    ],
    isFallback: false,
  };
  expect(await world.releases.all()).toEqual(expected);
  expect(await world.releases.all()).toEqual(expected);
  expect(world.asked).toEqual(['/api/versions/1.100.0']);
});

const invalid = [
  { status: 500, body: '' },
  { body: '[]' },
  { body: '{"not":"a list"}' },
  { body: 'not json' },
];

test.for(invalid)('keeps the last feed while it answers %o', async (answer) => {
  using world = await feed({ body });
  const known = await world.releases.all();
  expect(known.releases).toHaveLength(1);
  world.clock.at += 3_600_000;
  Object.assign(world.answer, answer);
  expect(await world.releases.all()).toEqual(known);
});

test.for(invalid)('falls back to the built-in releases for an invalid feed: %o', async (answer) => {
  using world = await feed(answer);
  const { releases, isFallback } = await world.releases.all();
  expect(isFallback).toBe(true);
  expect(releases).toEqual(listKnownReleases(engineVersions));
  expect(compareVersions(newestStable(releases)?.name ?? '', '2.0.0')).toBeGreaterThan(0);
  expect(world.reported).toHaveLength(1);
  const askedOnce = world.asked.length;
  await world.releases.all();
  expect(world.asked).toHaveLength(askedOnce);
  world.clock.at += 301_000;
  await world.releases.all();
  expect(world.asked.length).toBeGreaterThan(askedOnce);
});

test('offers only the tested versions, without reading the feed', async () => {
  using world = await feed(
    { body: feedOf('1.115.3', '2.39.10', '2.41.3', '2.43.0') },
    { offered: 'tested', versions },
  );
  const { releases, isFallback } = await world.releases.all();
  expect(listOfferedVersions(releases, '2.39.10').map(({ name }) => name)).toEqual(['2.41.1', '2.40.7']);
  expect(isFallback).toBe(false);
  expect(releaseToStartWith(releases)?.name).toBe('2.40.7');
  expect(world.asked).toEqual([]);
});

test.for([
  ['a release newer than all tested ones', feedOf('2.40.7', '2.43.0', '2.41.3'), '2.43.0'],
  ['a patch of the newest tested line', feedOf('2.41.1', '2.41.3'), '2.41.3'],
  ['nothing newer', feedOf('2.41.1', '2.40.9'), null],
  ['a pre-release alone', feedOf('2.41.1', '2.44.0-rc.1'), null],
] as const)('with %s in the feed, reports the newest untested version', async ([, listed, expected]) => {
  using world = await feed({ body: listed }, { offered: 'tested', versions });
  expect(await world.releases.newestUntested()).toBe(expected);
});

test('offers the tested versions while the feed is down', async () => {
  using world = await feed({ status: 500, body: '' }, { offered: 'tested', versions });
  expect(await world.releases.newestUntested()).toBeNull();
  expect(world.reported).toHaveLength(1);
  const { releases } = await world.releases.all();
  expect(listOfferedVersions(releases, '2.40.7')).toHaveLength(2);
});

test('reports no untested version when the whole feed is offered', async () => {
  using world = await feed({ body: feedOf('2.43.0') });
  expect(await world.releases.newestUntested()).toBeNull();
});

test.each(['2.39.10', '2.38.5', '1.115.3'])(
  'a workspace on the withdrawn %s keeps it and can update',
  async (current) => {
    using world = await feed({ body: '[]' }, { offered: 'tested', versions });
    const { releases } = await world.releases.all();
    expect(replacementOf(releases, current, Date.UTC(2030, 0, 1))).toBeNull();
    expect(versionChange(releases, current, current)).toBe('none');
    expect(listOfferedVersions(releases, current).map(({ name }) => name)).toEqual(['2.41.1', '2.40.7']);
    expect(versionChange(releases, current, '2.41.1')).toBe('upgrade-over-breaking');
    // No workspace can change to this version, or back to it.
    expect(versionChange(releases, '2.41.1', current)).toBe('unknown');
  },
);
