import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '#app/crypto/secrets.ts';
import { writeApiToken } from '#app/domain/access/api-token.ts';
import { setUpOwner } from '../support/people.ts';
import { type ProviderSwitch, providerSwitch } from '../support/provider-switch.ts';
import { rawRequest } from '../support/raw-request.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startTestStack } from '../support/test-stack.ts';

/** A separate stack without cron, so that only the test queries its database. */
let stack: Awaited<ReturnType<typeof startTestStack>>;
let front: ProviderSwitch;

beforeAll(async () => {
  front = await providerSwitch();
  stack = await startTestStack({ hasCron: false, variables: { DATABASE_URL: front.url } });
  front.connect(stack.databaseUrl);
});
afterAll(async () => {
  await stack?.stop();
  front?.close();
});

/** Objects that were ever called: the runtime keeps a file for each. */
function listCalledObjects(): string[] {
  const folder = join(stack.dataDirectory, 'worker', 'do');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.sqlite'),
  );
}

const withContent = [
  { kind: 'Content-Length: 3', header: 'Content-Length: 3', body: 'a=b' },
  { kind: 'chunks', header: 'Transfer-Encoding: chunked', body: '3\r\na=b\r\n0\r\n\r\n' },
];

test('a GET or HEAD with a body, or a TRACE, reaches neither the database nor an object, unlike a plain GET', async () => {
  const database = openTestDatabase(stack.databaseUrl);
  const { client, fields } = await setUpOwner(stack, database);
  database.close();
  const { port, host } = new URL(stack.portalUrl);
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const hosts = [`${fields.accountName}.${host}`, host];
  const ask = (method: string, to: string, header = 'Accept: */*', body = '', path = '/dashboard') =>
    rawRequest(port, [`${method} ${path} HTTP/1.1`, `Host: ${to}`, `Cookie: ${cookie}`, header], body);

  const token = writeApiToken(newToken());
  const before = { requests: front.requests, objects: listCalledObjects() };
  for (const to of hosts) {
    for (const method of ['GET', 'HEAD']) {
      for (const { kind, header, body } of withContent) {
        expect((await ask(method, to, header, body)).status, `${method} ${kind} ${to}`).toBe(400);
      }
    }
    for (const header of ['Accept: */*', 'Origin: http://evil.example', `Authorization: Bearer ${token}`])
      expect([400, 405, 501], `TRACE ${to} ${header}`).toContain((await ask('TRACE', to, header)).status);
  }
  const upgrades = ['TRACE', 'HEAD', 'POST', 'PUT', 'DELETE'].map(async (method) => {
    const { status } = await ask(method, host, `Origin: ${stack.portalUrl}`, '', '/api/instance/live');
    return `${method} ${status}`;
  });
  expect(await Promise.all(upgrades)).toEqual(['TRACE 405', 'HEAD 405', 'POST 405', 'PUT 405', 'DELETE 405']);
  expect({ requests: front.requests, objects: listCalledObjects() }).toEqual(before);

  for (const to of hosts) {
    const { requests } = front;
    await ask('GET', to);
    expect(front.requests, to).toBeGreaterThan(requests);
  }
  expect(listCalledObjects().length).toBeGreaterThan(before.objects.length);
});
