import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '#engine/free-port.ts';
import { type Service, startService } from '#scripts/local/service.ts';

/** A program that answers on the port of its argument. */
const PROGRAM = `require('node:http').createServer((_, answer) => answer.end('All of ours is ready.'))
  .listen(Number(process.argv[1]), '127.0.0.1')`;

const cleanups: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** @returns the URL of another program, which takes the port of a service. */
async function occupy(status: number, body: string): Promise<string> {
  const server = createServer((_, answer) => answer.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`;
}

const start = (healthUrl: string, args: string[]): Promise<Service> =>
  startService({ name: 'Ours', command: process.execPath, args, healthUrl, healthAnswer: 'ours' });

test.each([
  [404, 'Not found'],
  [200, 'ok'],
  [302, ''],
])('another program that answers %i on the port does not pass for the service', async (status, body) => {
  const healthUrl = await occupy(status, body);
  const started = start(healthUrl, ['-e', 'setTimeout(() => { console.error("port is taken"); }, 300)']);
  await expect(started).rejects.toThrow(/Ours did not start[\s\S]*port is taken/);
});

test('a service is ready with its own answer', async () => {
  const port = await freePort();
  const service = await start(`http://127.0.0.1:${port}/healthz`, ['-e', PROGRAM, String(port)]);
  cleanups.push(() => service.kill());
  expect(service.pid).toBeGreaterThan(0);
});
