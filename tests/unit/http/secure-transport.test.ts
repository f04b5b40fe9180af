import { expect, test } from 'vitest';
import { adaptHeadersForClient } from '#workers/gateway/headers.ts';
import { gatewayPage } from '#workers/gateway/state-page.ts';
import { redirectToHttps } from '#workers/require-https.ts';
import { addSecurityHeaders, withDataHeaders, withFileHeaders } from '#workers/security-headers.ts';

const aYearSeconds = 365 * 24 * 60 * 60;

const basics = {
  nonce: 'n',
  allowsTurnstile: false,
  billingOrigins: [],
  analytics: { url: null, tagManagerUrl: null },
};

/** The headers of each kind of response. */
function everyAnswer(isSecure: boolean): Array<[string, Headers]> {
  const page = new Headers();
  const portalUrl = isSecure ? 'https://weft.example' : 'http://localhost:8787';
  addSecurityHeaders(page, { ...basics, portalUrl });
  const gateway = (accept: string) =>
    gatewayPage(new Request('https://ada.weft.example/', { headers: { Accept: accept } }), {
      name: 'ada',
      state: 'missing',
      portal: { url: portalUrl, isSecure },
    }).headers;
  const answer = new Headers();
  adaptHeadersForClient(answer, isSecure);
  return [
    ['a page', page],
    ['a built file', withFileHeaders(new Response('x'), '/favicon.svg', isSecure).headers],
    ["the gateway's page", gateway('text/html')],
    ["the gateway's JSON", gateway('*/*')],
    ["a workspace's own answer", answer],
  ];
}

test.each([...everyAnswer(true), ['the last failure', withDataHeaders(new Response('x')).headers] as const])(
  'on https %s sends HSTS for a year or more, with subdomains',
  (_, headers) => {
    const [maxAge = '', ...rest] = headers.get('Strict-Transport-Security')?.split('; ') ?? [];
    expect(Number(maxAge.replace('max-age=', ''))).toBeGreaterThanOrEqual(aYearSeconds);
    expect(rest).toEqual(['includeSubDomains', 'preload']);
  },
);

test.each(everyAnswer(false))('if the portal is on http, %s has no https headers', (_, headers) => {
  expect(headers.has('Strict-Transport-Security')).toBe(false);
});

test('on https the live status is available only by wss', () => {
  const headers = new Headers();
  addSecurityHeaders(headers, { ...basics, portalUrl: 'https://weft.example' });
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("connect-src 'self' wss://weft.example;");
  expect(policy).not.toContain('ws://');
});

test.each(['http://weft.example/login?returnPath=%2Fa', 'http://ada.weft.example/', 'http://weft.example/'])(
  'a page requested by http redirects to https: %s',
  (url) => {
    const answer = redirectToHttps(new Request(url, { headers: { Accept: 'text/html' } }));
    expect(answer?.status).toBe(308);
    expect(answer?.headers.get('Location')).toBe(url.replace('http:', 'https:'));
  },
);

test.each([
  ['GET', '/api/instance'],
  ['HEAD', '/api/instance'],
  ['POST', '/api/instance'],
  ['POST', '/login'],
  ['PUT', '/account'],
  ['DELETE', '/account'],
  ['GET', '/webhook/of-a-workspace'],
])('%s %s by http is refused without a redirect', async (method, path) => {
  const answer = redirectToHttps(new Request(`http://weft.example${path}`, { method }));
  expect(answer?.status).toBe(403);
  expect(answer?.headers.has('Location')).toBe(false);
  expect(await answer?.json()).toMatchObject({ code: 'https_required' });
});

test.each(['/login', '/api/instance'])('a request by https is not redirected: %s', (path) => {
  expect(redirectToHttps(new Request(`https://weft.example${path}`))).toBeNull();
  expect(redirectToHttps(new Request(`https://weft.example${path}`, { method: 'POST' }))).toBeNull();
});
