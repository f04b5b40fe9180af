import { expect, inject, test } from 'vitest';
import { PortalClient } from '../support/portal-client.ts';

const portal = inject('portal');

const form = new URLSearchParams({ login: 'ada', password: 'wrong horse' });

test.for([
  ['another site', { Origin: 'https://evil.example' }],
  ["a workspace's host", { Origin: portal.portalUrl.replace('//', '//ada.') }],
  ['an opaque origin', { Origin: 'null' }],
  ['a browser without an origin, from another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ["a browser without an origin, from a workspace's host", { 'Sec-Fetch-Site': 'same-site' }],
] as const)('a post from %s is refused', async ([, headers]) => {
  const client = new PortalClient(portal);
  const answer = await client.request('/login', { method: 'POST', headers: { ...headers }, body: form });
  expect(answer.status).toBe(403);
});

test('a body of 10 MB is refused, announced or not', async () => {
  const client = new PortalClient(portal);
  const announced = await client.request('/register', {
    method: 'POST',
    headers: { Origin: portal.portalUrl, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `fullName=${'a'.repeat(10 * 1024 * 1024)}`,
  });
  expect(announced.status).toBe(413);
  const chunk = new TextEncoder().encode('a'.repeat(64 * 1024));
  let sent = 0;
  const stream = new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > 160) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const unannounced = await client.request('/register', {
    method: 'POST',
    headers: { Origin: portal.portalUrl, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: stream,
    duplex: 'half',
  } as RequestInit);
  expect(unannounced.status).toBe(413);
});

test('refuses JSON instead of a form', async () => {
  const client = new PortalClient(portal);
  const answer = await client.request('/register', {
    method: 'POST',
    headers: { Origin: portal.portalUrl, 'Content-Type': 'application/json' },
    body: '{"fullName":"Ada"}',
  });
  expect(answer.status).toBe(415);
});

test('every page has a policy with its own nonce, and no header allows framing', async () => {
  const client = new PortalClient(portal);
  const policies = await Promise.all(
    [1, 2].map(async () => (await client.get('/login')).headers.get('Content-Security-Policy') ?? ''),
  );
  const nonces = policies.map((policy) => policy.match(/'nonce-([\w-]{43})'/)?.[1]);
  expect(nonces[0]).toBeTruthy();
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(policies[0]).toContain("frame-ancestors 'none'");
  expect(policies[0]).not.toContain('unsafe-inline');
});

test('an unknown address shows the error page of spec §2', async () => {
  const answer = await new PortalClient(portal).get('/no-such-page');
  expect(answer.status).toBe(404);
  const page = await answer.text();
  expect(page).toContain('This page could not be found');
  expect(page).toContain('Back to the home page');
});
