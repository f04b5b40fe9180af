import { expect, test } from 'vitest';
import { analyticsOf } from '#app/http/consent.ts';
import { consentCookie } from '#app/http/cookies.ts';
import { addSecurityHeaders } from '#workers/security-headers.ts';

const counter = 'https://count.weft.example/events';
const tags = 'https://tags.weft.example/gtm.js';
const asked = (headers: Record<string, string> = {}) => new Request('https://weft.example/', { headers });
const context = (analytics: { url: string | null; tagManagerUrl: string | null }) => ({
  analytics,
  portal: { url: 'https://weft.example', host: 'weft.example', isSecure: true },
});
const on = { page_analytics: true };

test('without analytics, or with the account’s flag off, there is no consent question', () => {
  expect(analyticsOf(asked(), context({ url: null, tagManagerUrl: null }), on)).toBeNull();
  const configured = context({ url: counter, tagManagerUrl: tags });
  expect(analyticsOf(asked(), configured, { page_analytics: false })).toBeNull();
  // The flags could not be read.
  expect(analyticsOf(asked(), configured, {})).toBeNull();
  expect(analyticsOf(asked(), configured, on)).toEqual({
    url: counter,
    tagManagerUrl: tags,
    consent: 'unasked',
  });
});

test('the choice is kept for 365 days, in a cookie that no subdomain can plant', () => {
  const configured = context({ url: counter, tagManagerUrl: null });
  const kept = consentCookie.set('granted', true);
  expect(kept).toBe('__Host-consent=granted; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure');
  const consent = (Cookie: string) => analyticsOf(asked({ Cookie }), configured, on)?.consent;
  expect(consent(kept.split(';')[0] ?? '')).toBe('granted');
  expect(consent('__Host-consent=denied')).toBe('denied');
  for (const other of [
    'consent=granted',
    '__Host-consent=yes',
    '__Host-consent=',
    'x__Host-consent=granted',
  ]) {
    expect(consent(other), other).toBe('unasked');
  }
});

test('the content policy allows analytics only where it is configured', () => {
  const policyOf = (analytics: { url: string | null; tagManagerUrl: string | null }) => {
    const headers = new Headers();
    const portalUrl = 'https://weft.example';
    addSecurityHeaders(headers, {
      nonce: 'n',
      portalUrl,
      allowsTurnstile: false,
      billingOrigins: [],
      analytics,
    });
    return headers.get('Content-Security-Policy')?.split('; ') ?? [];
  };
  const off = policyOf({ url: null, tagManagerUrl: null });
  const both = policyOf({ url: counter, tagManagerUrl: tags });
  const [countOrigin, tagOrigin] = ['https://count.weft.example', 'https://tags.weft.example'];
  expect(off.join()).not.toMatch(/count|tags/);
  const names = (origin: string) =>
    both.filter((directive) => directive.includes(origin)).map((directive) => directive.split(' ')[0]);
  expect(names(countOrigin)).toEqual(['connect-src']);
  expect(names(tagOrigin)).toEqual(['script-src', 'img-src', 'connect-src']);
});
