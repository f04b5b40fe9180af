import type { AppLoadContext } from '@remix-run/cloudflare';
import { expect, test } from 'vitest';

import { keepPublicPages } from '#app/http/public-pages.ts';

const PORTAL = 'https://weft.example';

/** A renderer that counts its pages, and the time of its clock. */
function renderPage() {
  const state = { pages: 0, now: 0, made: 0, status: 200, cookie: '__Host-theme=dark' };
  const context = (): AppLoadContext => {
    state.made += 1;
    const own = { nonce: `nonce-${state.made}`, challenge: `challenge-${state.made}` };
    return {
      nonce: own.nonce,
      passkeySignIn: async () => ({ challenge: own.challenge, options: `{"challenge":"${own.challenge}"}` }),
      portal: { isSecure: true },
      services: { clock: { now: () => state.now } },
    } as unknown as AppLoadContext;
  };
  const handle = keepPublicPages(async (request, { nonce, passkeySignIn }) => {
    state.pages += 1;
    const { pathname } = new URL(request.url);
    const html = `<p>${pathname} ${state.pages}</p><script nonce="${nonce}">${(await passkeySignIn()).options}</script><i nonce="${nonce}">`;
    return new Response(html, {
      status: state.status,
      headers: [
        ['Set-Cookie', '__Host-locale=en'],
        ['Set-Cookie', state.cookie],
      ],
    });
  });
  const ask = async (path: string, headers: HeadersInit = {}, method = 'GET') =>
    await handle(new Request(PORTAL + path, { headers, method }), context());
  const text = async (...asked: Parameters<typeof ask>) => await (await ask(...asked)).text();
  return { state, ask, text };
}

test('renders a public page once, and gives each answer its own nonce and challenge', async () => {
  const { state, ask, text } = renderPage();
  const first = await text('/login');
  expect(first).toContain('nonce-1');
  const second = await ask('/login');
  expect(await second.text()).toBe(
    first.replaceAll('nonce-1', 'nonce-2').replaceAll('challenge-1', 'challenge-2'),
  );
  expect(second.headers.getSetCookie()).toEqual(['__Host-locale=en', '__Host-theme=dark']);
  expect(state.pages).toBe(1);
});

test.each([
  ['a session', '/login', { Cookie: '__Host-token=abc' }],
  ['a notice', '/login', { Cookie: '__Host-notice=signed-out' }],
  ['a cookie of another site', '/login', { Cookie: 'other=1' }],
  ['a token', '/login', { Authorization: 'Bearer abc' }],
  ['a query', '/login?code=abc', {}],
  ['a page of an account', '/dashboard', {}],
])('renders each answer to a request with %s', async (_, path, headers) => {
  const { state, ask } = renderPage();
  await ask(path, headers);
  await ask(path, headers);
  expect(state.pages).toBe(2);
});

test('keeps a page for each theme, language, zone, choice and signal', async () => {
  const { state, ask } = renderPage();
  const requests: HeadersInit[] = [
    {},
    { Cookie: '__Host-theme=dark' },
    { Cookie: '__Host-theme=dark; __Host-locale=en' },
    { Cookie: '__Host-timezone=Europe/Berlin' },
    { Cookie: '__Host-consent=granted' },
    { 'Sec-GPC': '1' },
    { DNT: '1' },
  ];
  for (const headers of [...requests, ...requests]) await ask('/login', headers);
  expect(state.pages).toBe(requests.length);
});

test('keeps a page for a minute', async () => {
  const { state, ask } = renderPage();
  await ask('/register');
  state.now = 59_999;
  await ask('/register');
  expect(state.pages).toBe(1);
  state.now = 60_000;
  await ask('/register');
  expect(state.pages).toBe(2);
});

test('keeps neither a failure nor the answer to a form', async () => {
  const { state, ask } = renderPage();
  state.status = 503;
  await ask('/login');
  state.status = 200;
  await ask('/login', {}, 'POST');
  await ask('/login', {}, 'POST');
  expect(state.pages).toBe(3);
});

test('keeps no answer that sets a cookie for one visitor', async () => {
  const { state, ask } = renderPage();
  state.cookie = '__Host-notice=signed-out';
  await ask('/login');
  await ask('/login');
  expect(state.pages).toBe(2);
});

test('forgets the oldest of many pages', async () => {
  const { state, ask } = renderPage();
  await ask('/login');
  for (let zone = 0; zone < 100; zone += 1) await ask('/login', { Cookie: `__Host-timezone=Zone/${zone}` });
  expect(state.pages).toBe(101);
  await ask('/login', { Cookie: '__Host-timezone=Zone/99' });
  expect(state.pages).toBe(101);
  await ask('/login');
  expect(state.pages).toBe(102);
});
