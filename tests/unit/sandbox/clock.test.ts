import { createServer, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { parseDurationMs } from '#sandbox/clock/duration.ts';
import { readText } from '#sandbox/server/body.ts';
import { bind } from '#sandbox/server/http-server.ts';
import { clockToken, World } from './harness.ts';

test.each([
  ['P14D', 14 * 86_400_000],
  ['P2W', 14 * 86_400_000],
  ['PT1H', 3_600_000],
  ['P1DT2H3M4S', 93_784_000],
  ['PT90M', 5_400_000],
])('%s is %i ms', (text, expected) => {
  expect(parseDurationMs(text)).toBe(expected);
});

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  '14D',
  'P1M',
  'P1Y',
  'P-1D',
  'P0D',
  'p1d',
  'P1.5D',
  'P99999D',
  ' P1D',
  'P1D\n',
])('refuses %j as a duration', (text) => {
  expect(parseDurationMs(text)).toBeUndefined();
});

async function portal(status: number, body: string) {
  const calls: {
    method: string | undefined;
    url: string | undefined;
    headers: IncomingMessage['headers'];
    body: string;
  }[] = [];
  const server = await bind(0);
  server.serve(
    async (request, response) => {
      const { method, url, headers } = request;
      calls.push({ method, url, headers, body: await readText(request, 10_000) });
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    },
    (_request, socket) => socket.destroy(),
  );
  return {
    calls,
    portalUrl: `http://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

test('a jump calls the product, signed, and passes its answer on', async () => {
  await using product = await portal(200, '{"now":5}');
  await using world = await World.start({ portalUrl: product.portalUrl });
  const response = await world.post('/clock', { workspace: 'ada', advance: 'P14D' });
  expect([response.status, await response.json()]).toEqual([200, { now: 5 }]);
  expect(product.calls).toMatchObject([
    { method: 'POST', url: '/sandbox/clock', headers: { authorization: `Bearer ${clockToken}` } },
  ]);
  expect(JSON.parse(product.calls[0]?.body ?? '')).toEqual({ workspace: 'ada', advanceMs: 14 * 86_400_000 });

  const pressed = await world.submit('/clock', { workspace: 'ada', advance: 'PT1H' });
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/']);
  expect(await (await world.get('/')).text()).toContain('The clock of ada moved by PT1H.');
});

test('a refusal of the product keeps its status', async () => {
  await using product = await portal(404, '{"error":"No such workspace","code":"not_found"}');
  await using world = await World.start({ portalUrl: product.portalUrl });
  const response = await world.post('/clock', { workspace: 'nobody', advance: 'P1D' });
  expect([response.status, (await response.json()).code]).toEqual([404, 'not_found']);
});

test('with the product down the answer says so, and a bad duration never reaches it', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => free.once('listening', resolve));
  const address = free.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((resolve) => free.close(resolve));
  await using world = await World.start({ portalUrl: `http://127.0.0.1:${port}` });
  const down = await world.post('/clock', { workspace: 'ada', advance: 'P1D' });
  expect(down.status).toBe(502);
  expect((await down.json()).error).toContain('Is it running?');
  const bad = await world.post('/clock', { workspace: 'ada', advance: 'P1M' });
  expect(bad.status).toBe(422);
  expect((await bad.json()).error).toContain('ISO 8601');
});
