import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { workspaceProcess } from '#app/integrations/workspace-process/workspace-process.ts';

const KEY = 'a'.repeat(64);
const email = 'zoë@example.com';

let calls: Array<{ path: string; bearer: string; body: string }> = [];
let status = 204;
let url = '';
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
  calls.push({ path: request.url ?? '', bearer, body: Buffer.concat(chunks).toString('utf8') });
  response.writeHead(status).end(status === 204 ? undefined : 'a page');
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a TCP server has a port');
  url = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [calls, status] = [[], 204];
});

const facts: InstanceFacts = {
  workspaceId: 'wks_ada',
  accountId: 'acc_ada',
  name: 'ada',
  ownerEmail: email,
  timezone: 'Etc/UTC',
  limits: {
    monthlyExecutions: 1,
    activeWorkflows: 1,
    concurrentExecutions: 1,
    memoryMib: 1,
    cpuMillicores: 1,
    logRetentionDays: 1,
  },
  entitlement: { kind: 'active' },
  clusterId: 'local',
  factsRevision: 1,
};
const port = () =>
  workspaceProcess({
    clusters: [{ id: 'local', ingressUrlTemplate: url }],
    outbound: createOutbound({ fetch, clock: { now: () => Date.now() }, wait: async () => {} }),
    fetch,
    signInKeyOf: async () => KEY,
  });
const hmac = (purpose: string) => createHmac('sha256', KEY).update(purpose).digest('hex');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test("a sign-out's signature names the person", async () => {
  await port().signOut(facts, email);
  const [{ path, bearer, body } = { path: '', bearer: '', body: '' }] = calls;
  expect([path, JSON.parse(body), bearer]).toEqual([
    '/weft/sign-out',
    { email, at: expect.any(Number) },
    hmac(`sign-out:${email}`),
  ]);
});

test.each(['owner', 'billing', 'operator', 'member', null] as const)(
  'the role %s of a person is signed for its whole body',
  async (role) => {
    await port().setPerson(facts, { email, role, at: 7 });
    const [{ path, bearer, body } = { path: '', bearer: '', body: '' }] = calls;
    expect([path, JSON.parse(body), bearer]).toEqual([
      '/weft/people',
      { email, role, at: 7 },
      hmac(`people:${sha256(body)}`),
    ]);
  },
);

test('treats any answer but 204 as a failure', async () => {
  status = 200;
  await expect(port().signOut(facts, email)).rejects.toThrow('200');
  await expect(port().setPerson(facts, { email, role: null, at: 7 })).rejects.toThrow('200');
});

test('only a 400 is a wrong passphrase; a restore’s workflow can also be too large', async () => {
  const kdf = { name: 'scrypt', N: 32_768, r: 8, p: 3, salt: 'AAAA' } as const;
  const document = { version: 1, kdf, iv: 'AAAA', data: 'AAAA' } as const;
  const restore = () => port().importCredentials(facts, { document, passphrase: 'correct horse' });
  status = 400;
  expect(await restore()).toBe(false);
  status = 413;
  await expect(restore()).rejects.toThrow('413');
  expect(await port().importWorkflows(facts, new Uint8Array())).toBe(false);
});
