import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { compareVersions, newestStable } from '#app/domain/instance/releases.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { n8nReleases } from '#app/integrations/releases/n8n-releases.ts';

/** A version feed of its own that says `answer`, however often it is asked. */
async function feed(answer: { status?: number; body: string }) {
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

const body = JSON.stringify([
  { name: '1.101.0', createdAt: '2026-01-02T03:04:05Z', hasBreakingChange: true, hasSecurityFix: false },
  { name: '1.102.0-rc.1', createdAt: '2026-01-02T03:04:05Z' },
]);

test('the feed is read once, and its pre-releases are left out', async () => {
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

test('a feed that goes down is remembered as it last was', async () => {
  using world = await feed({ body });
  await world.releases.all();
  world.clock.at += 3_600_000;
  world.answer.status = 500;
  expect((await world.releases.all()).releases).toHaveLength(1);
});

test.for([{ status: 500, body: '' }, { body: '[]' }, { body: '{"not":"a list"}' }, { body: 'not json' }])(
  'a feed that never answered properly leaves what was built in: %o',
  async (answer) => {
    using world = await feed(answer);
    const { releases, isFallback } = await world.releases.all();
    expect(isFallback).toBe(true);
    expect(compareVersions(newestStable(releases)?.name ?? '', '2.0.0')).toBeGreaterThan(0);
    expect(world.reported).toHaveLength(1);
    const askedOnce = world.asked.length;
    await world.releases.all();
    expect(world.asked).toHaveLength(askedOnce);
    world.clock.at += 301_000;
    await world.releases.all();
    expect(world.asked.length).toBeGreaterThan(askedOnce);
  },
);
