import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { beforeAll, expect, inject, test } from 'vitest';
import { eventually, PortalClient, type RegistrationFields } from '../support/portal-client.ts';
import { rawRequest } from '../support/raw-request.ts';
import { answerSetUp, setClusterFault, untilOnline } from '../support/set-up.ts';

const portal = inject('portal');
const { port, host } = new URL(portal.portalUrl);

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Calls a workspace's host through node:http, because not every resolver knows `*.localhost`. */
function ask(name: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, headers: { Host: `${name}.${host}`, ...headers } },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    call.on('error', reject).end();
  });
}

let owner: RegistrationFields;
const client = new PortalClient(portal);

beforeAll(async () => {
  owner = await client.registerConfirmed();
  // Until the object knows that the workspace runs, it holds webhooks.
  await untilOnline(client);
});

test('an Online workspace answers through the gateway, and sees none of the portal’s cookies', async () => {
  const { status, body } = await ask(owner.accountName, '/webhook/echo?x=1', {
    Cookie: 'token=secret; mine=1; __Host-token=secret; notice=signed-out; checkout=a; Token=b; locale=en',
    'X-Forwarded-Host': 'evil.example',
  });
  expect(status).toBe(200);
  const echo = JSON.parse(body) as { headers: Record<string, string>; query: Record<string, string> };
  expect(echo.headers.cookie).toBe('mine=1');
  expect(echo.headers['x-forwarded-host']).toBe(`${owner.accountName}.${host}`);
  expect(echo.query).toEqual({ x: '1' });
});

test('an Online workspace gets a GET with an empty body, and refuses one with a body', async () => {
  const send = (length: string, body: string) =>
    rawRequest(
      port,
      ['GET /webhook/echo HTTP/1.1', `Host: ${owner.accountName}.${host}`, `Content-Length: ${length}`],
      body,
    );
  expect((await send('0', '')).status).toBe(200);
  const refused = await send('3', 'a=b');
  expect([refused.status, JSON.parse(refused.body)]).toMatchObject([400, { code: 'body_not_allowed' }]);
});

test.each(['100-continue', 'a-miracle'])('a webhook whose sender expects %s runs', async (expectation) => {
  const lines = ['POST /webhook/echo HTTP/1.1', `Host: ${owner.accountName}.${host}`, 'Content-Length: 2'];
  const { body } = await rawRequest(port, [...lines, `Expect: ${expectation}`], '{}');
  // The runtime's interim answer can come first.
  expect(body).toContain('"path":"/webhook/echo"');
  expect(body).not.toContain('"expect"');
});

test('drops a workspace’s cookie with a Domain, and keeps its own', async () => {
  const { headers } = await ask(owner.accountName, '/webhook/hostile');
  const cookies = [headers['set-cookie']].flat().join('\n');
  expect(cookies).not.toContain('Domain');
  expect(cookies).toContain('mine=1');
});

test('an unknown name shows a page that says so', async () => {
  const page = await ask('nobody-has-this', '/', { Accept: 'text/html' });
  expect(page.status).toBe(404);
  expect(page.body).toContain('No workspace at this address');
  const machine = await ask('nobody-has-this', '/webhook/x');
  expect(JSON.parse(machine.body)).toMatchObject({ code: 'workspace_missing' });
});

/** The calls of the contract's first table, which the portal makes through the cluster's ingress. */
const portalCalls = [
  ...readFileSync('docs/cluster.md', 'utf8').matchAll(/^\| `(GET|POST|PUT) (\/weft\/[a-z-]+)` /gm),
].map(([, method = '', path = '']) => [method, path] as const);

const call = (method: string, path: string) =>
  rawRequest(port, [
    `${method} ${path} HTTP/1.1`,
    `Host: ${owner.accountName}.${host}`,
    'Authorization: Bearer guessed',
    'Content-Length: 0',
  ]);

test('finds the portal’s calls in the contract', () => {
  expect(portalCalls.length).toBeGreaterThan(10);
});

test.for([
  ...portalCalls,
  ['POST', '/%77eft/import'],
  ['POST', '/Weft/import/'],
  ['POST', '/webhook/../weft/import'],
  ['GET', '/weft/sign-in/usage'],
] as const)('no stranger reaches a workspace’s %s %s', async ([method, path]) => {
  const { status, body } = await call(method, path);
  expect([status, JSON.parse(body)]).toMatchObject([404, { code: 'not_found' }]);
});

test('the paths that browsers open pass the gateway', async () => {
  // The small runtime has no editor, and says so itself.
  for (const [method, path, status] of [
    ['GET', '/weft/sign-in?token=a', 401],
    ['POST', '/weft/admin-panel', 401],
    ['GET', '/weft/editor.js', 404],
  ] as const) {
    const answer = await call(method, path);
    expect(answer.status, path).toBe(status);
    expect(answer.body, path).not.toContain('not_found');
  }
});

test('a lost workspace shows its state, and recovers automatically', async () => {
  await setClusterFault(client, owner.accountName, 'gone');
  const page = await eventually(async () => {
    const answer = await ask(owner.accountName, '/', { Accept: 'text/html' });
    return answer.status === 503 && answer;
  });
  expect(page.body).toContain('This workspace is starting');
  expect(page.headers['retry-after']).toBeDefined();
  await eventually(async () => (await ask(owner.accountName, '/healthz/readiness')).status === 200);
});

test('the link of "Open workspace" signs in once', async () => {
  await answerSetUp(client, 'Etc/UTC');
  await client.post('/account/launching', {});
  const link = await eventually(async () => {
    const answer = await client.post('/dashboard', {});
    return answer.status === 303 && answer.headers.get('Location');
  });
  const { pathname, search, hostname } = new URL(link);
  expect(hostname).toBe(`${owner.accountName}.localhost`);
  const first = await ask(owner.accountName, pathname + search);
  expect(first.status).toBe(302);
  expect([first.headers['set-cookie']].flat().join()).toContain('n8n-auth=');
  expect((await ask(owner.accountName, pathname + search)).status).toBe(401);
});

test('the live status requires a signed-in member on the portal’s own pages', async () => {
  // Without an upgrade the response names the required protocol.
  for (const path of ['/api/instance/live', '/API/Instance/live/']) {
    expect((await client.get(path)).status, path).toBe(415);
  }
  const anonymous = await new PortalClient(portal).get('/api/instance');
  expect(anonymous.status).toBe(401);
  const stranger = new PortalClient(portal);
  await stranger.register();
  expect((await stranger.get('/api/instance')).status).toBe(404);
  const mine = (await (await client.get('/api/instance')).json()) as { name: string };
  expect(mine.name).toBe(owner.accountName);
});
