import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carriesSecret, pathPattern } from '#app/domain/flags/analytics.ts';
import { consentOf } from '#app/domain/flags/consent.ts';

test.each([
  ['/', {}, '/'],
  ['/manage/billing', {}, '/manage/billing'],
  ['/manage/billing/invoice/pay_1', { paymentId: 'pay_1' }, '/manage/billing/invoice/:paymentId'],
  ['/api/workspace/a%20b', { username: 'a b' }, '/api/workspace/:username'],
  ['/a/x/b/y', { one: 'x', two: 'y' }, '/a/:one/b/:two'],
  ['/no/such/ada@example.com', { '*': 'no/such/ada@example.com' }, '/*'],
  ['/help/%E0%A4%A', { id: 'something else' }, '/*'],
])('an event names %s by its pattern', (pathname, params, pattern) => {
  expect(pathPattern(pathname, params)).toBe(pattern);
});

test("an event has only the route's words and parameter names, for any id", () => {
  const words = ['', 'manage', 'billing', 'invoice', ':paymentId'];
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (id) => {
      const pattern = pathPattern(`/manage/billing/invoice/${encodeURIComponent(id)}`, { paymentId: id });
      expect(pattern).toMatch(/:paymentId$/);
      expect(pattern.split('/').filter((word) => !words.includes(word))).toEqual([]);
    }),
  );
});

test.each([
  ['?token=abc', true],
  ['?sent&code=abc', true],
  ['?returnPath=%2Fdashboard', false],
  ['', false],
])('%j carries a secret: %s', (search, expected) => {
  expect(carriesSecret(search)).toBe(expected);
});

test("a browser's refusal overrides any choice", () => {
  const silent = { gpc: null, dnt: null };
  expect(consentOf(null, silent)).toBe('unasked');
  expect(consentOf('granted', silent)).toBe('granted');
  expect(consentOf('denied', silent)).toBe('denied');
  for (const choice of ['granted', 'denied', null] as const) {
    expect(consentOf(choice, { gpc: '1', dnt: null })).toBe('refused');
    expect(consentOf(choice, { gpc: null, dnt: '1' })).toBe('refused');
  }
  expect(consentOf('granted', { gpc: '0', dnt: '0' })).toBe('granted');
});
