import { beforeAll, expect, inject, test } from 'vitest';
import { newAccount, newSession, openRows, write } from '../support/account-rows.ts';
import { newApp, requireFactor } from '../support/factor-rows.ts';
import { type NodeAnswer, nodeRequest, upgradeLive } from '../support/node-request.ts';
import { PortalClient } from '../support/portal-client.ts';

const portal = inject('portal');
const { host } = new URL(portal.portalUrl);

type Answer = Pick<NodeAnswer, 'status' | 'headers'>;

const ask = (path: string, headers: Record<string, string>) => nodeRequest(portal, path, headers);
const upgrade = (headers: Record<string, string>) => upgradeLive(portal, headers);

const signedIn = new PortalClient(portal);
let sessionCookie = '';

beforeAll(async () => {
  await signedIn.registerConfirmed();
  sessionCookie = `token=${signedIn.cookies.get('token')}`;
});

const client = new PortalClient(portal);
const html = { Accept: 'text/html' };

/** The URL of a built file, as a page references it. */
async function findBuiltFile(): Promise<string> {
  const page = await (await client.get('/login')).text();
  const path = page.match(/"(\/assets\/[^"]+\.js)"/)?.[1];
  if (!path) throw new Error('The page names no script.');
  return path;
}

function tooLong(): Promise<Answer> {
  return client.request('/login', {
    method: 'POST',
    headers: { Origin: portal.portalUrl },
    body: 'a'.repeat(2 * 1024 * 1024),
  });
}

/** One response of each kind: its status, and whether no cache may store it. */
const kinds: Array<[string, number, boolean, () => Promise<Answer>]> = [
  ['a page', 200, true, () => client.get('/login')],
  ['a page of a signed-in person', 200, true, () => signedIn.get('/account')],
  ['a redirect', 302, true, () => client.get('/dashboard')],
  ['the page of an unknown address', 404, true, () => client.get('/no-such-page')],
  ['a built file that is not there', 404, true, () => client.get('/assets/no-such-file.js')],
  ['a form from elsewhere', 403, true, () => client.request('/login', foreignPost())],
  ['a body that is too long', 413, true, tooLong],
  ['an answer of the API', 200, true, () => client.get('/api/human-check')],
  ['a refusal of the API', 401, true, () => client.get('/api/instance')],
  ['an unknown call of the API', 404, true, () => client.get('/api/no-such-call')],
  [
    'a refusal of a webhook',
    401,
    true,
    // The provider sends no cookies.
    () => new PortalClient(portal).request('/webhooks/paddle', { method: 'POST', body: '{}' }),
  ],
  ['a webhook’s address that is opened', 405, true, () => client.get('/webhooks/paddle')],
  ['an upgrade that is refused', 401, true, () => upgrade({ Origin: portal.portalUrl })],
  ['a built file', 200, false, async () => client.get(await findBuiltFile())],
  ['a file of public/', 200, false, () => client.get('/favicon.svg')],
  ['the gateway’s page', 404, true, () => ask('/', { Host: `nobody-has-this.${host}`, ...html })],
  ['the gateway’s JSON', 404, true, () => ask('/webhook/x', { Host: `nobody-has-this.${host}` })],
  ['the gateway’s page of what is not a name', 404, true, () => ask('/', { Host: `x.${host}`, ...html })],
];

function foreignPost(): RequestInit {
  return { method: 'POST', headers: { Origin: 'https://evil.example' }, body: 'login=ada' };
}

/** @returns a policy's sources for a kind of content; unnamed kinds fall back to `default-src`. */
function directive(policy: string, name: string): string | undefined {
  const directives = new Map(
    policy.split('; ').map((one): [string, string] => {
      const [key = '', ...sources] = one.split(' ');
      return [key, sources.join(' ')];
    }),
  );
  return directives.get(name) ?? (name.endsWith('-src') ? directives.get('default-src') : undefined);
}

test('only the page of the checkout lets a frame talk to its windows and use the wallet', async () => {
  for (const [path, opener, payers] of [
    ['/account/checkout', 'same-origin-allow-popups', /payment=\(self "http[^" ]+"\)/],
    ['/account', 'same-origin', /payment=\(self\)/],
    ['/account/billing', 'same-origin', /payment=\(self\)/],
  ] as const) {
    const { headers } = await signedIn.get(path);
    expect(headers.get('Cross-Origin-Opener-Policy'), path).toBe(opener);
    expect(headers.get('Permissions-Policy'), path).toMatch(payers);
  }
});

test.each(kinds)('%s has every security header', async (_, status, isPrivate, answerOf) => {
  const answer = await answerOf();
  expect(answer.status).toBe(status);
  const { headers } = answer;
  const policy = headers.get('Content-Security-Policy') ?? '';
  for (const name of ['object-src', 'base-uri', 'frame-ancestors']) {
    expect(directive(policy, name), name).toBe("'none'");
  }
  expect(policy).not.toContain('unsafe-');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  if (isPrivate) expect(headers.get('Cache-Control')).toContain('no-store');
});

test('only the checkout page allows the billing provider', async () => {
  const loads = ['script-src', 'style-src', 'img-src', 'connect-src', 'frame-src'];
  const letIn = async (path: string) => {
    const policy = (await client.get(path)).headers.get('Content-Security-Policy') ?? '';
    return loads.filter((name) => directive(policy, name)?.includes(portal.sandboxUrl));
  };
  for (const path of ['/account/checkout', '/Account/Checkout/', '/account/%63heckout']) {
    expect(await letIn(`${path}?transaction=txn_01none`), path).toEqual(loads);
  }
  for (const path of [
    '/account/change-plan',
    '/manage/billing',
    '/account',
    '/login',
    '/account/checkout/x',
  ]) {
    expect(await letIn(path), path).toEqual([]);
  }
});

test('pages reveal no path to other sites', async () => {
  const { headers } = await client.get('/login');
  expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
});

test('a preflight from another site gets no permission', async () => {
  for (const path of ['/api/instance', '/webhook/a']) {
    const { headers } = await client.request(path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'PATCH' },
    });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test.each([
  ['another site', { Origin: 'https://evil.example' }],
  ['a workspace’s host', { Origin: portal.portalUrl.replace('//', '//ada.') }],
  ['the portal by another scheme', { Origin: portal.portalUrl.replace('http:', 'https:') }],
  ['an opaque origin', { Origin: 'null' }],
  ['nowhere', {}],
])('the live status is refused to a signed-in browser from %s', async (_, headers) => {
  expect((await upgrade({ ...headers, Cookie: sessionCookie })).status).toBe(403);
});

test('the live status is available only to the signed-in portal page', async () => {
  const Origin = portal.portalUrl;
  expect((await upgrade({ Origin, Cookie: sessionCookie })).status).toBe(101);
  expect((await upgrade({ Origin })).status).toBe(401);
  expect((await upgrade({ Origin, Cookie: `token=${'x'.repeat(43)}` })).status).toBe(401);
  expect((await upgrade({})).status).toBe(401);
});

test('the live status is refused to people with a pending second factor', async () => {
  const rows = openRows(portal.databaseUrl);
  const { account, statements } = newAccount(rows, { step: null, subscription: null });
  const { accountId, owner } = account;
  const due = newSession(rows, { userId: owner.userId, accountId }, { isFactorDue: true });
  await write(rows, [...statements, due.statement, requireFactor(rows, accountId)]);
  const Origin = portal.portalUrl;
  expect((await upgrade({ Origin, Cookie: `token=${owner.token}` })).status).toBe(403);
  await write(rows, [newApp(rows, owner.userId)]);
  expect((await upgrade({ Origin, Cookie: `token=${owner.token}` })).status).toBe(101);
  expect((await upgrade({ Origin, Cookie: `token=${due.session.token}` })).status).toBe(401);
});

test('a built file is loaded once: its name changes with its content', async () => {
  const path = await findBuiltFile();
  expect((await client.get(path)).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  const missing = await client.get('/assets/no-such-file.js');
  expect(missing.headers.get('Cache-Control')).not.toContain('immutable');
  expect((await client.get('/favicon.svg')).headers.get('Cache-Control')).not.toContain('immutable');
});
