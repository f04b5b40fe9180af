import { expect, test } from 'vitest';
import { calls } from '#app/api/index.ts';
import { queryOfActivity, readActivityFilter } from '#app/domain/access/activity-filter.ts';
import { queryOfPayments, readPaymentFilter } from '#app/domain/billing/payment-filter.ts';
import { safeReturnPath } from '#app/domain/paths.ts';
import routes from '#app/routes.ts';

/** Addresses without a page that redirect a GET to one; and the page of an unknown address. */
const redirecting = [
  undefined,
  'account/close-banner',
  'theme',
  'sign-out',
  'app-selection',
  'send-confirmation',
  '*',
];

const declared = routes
  .filter(({ path }) => !redirecting.includes(path))
  .map(({ path, file }) => ({
    path: `/${path?.replaceAll(/:\w+/g, 'x1')}`,
    hasPage: file.endsWith('.tsx'),
  }));

test.each(declared)('a sign-in returns to $path only if it has a page: $hasPage', ({ path, hasPage }) => {
  for (const end of ['', '?page=2', '/'])
    expect(safeReturnPath(path + end)).toBe(hasPage ? path + end : '/dashboard');
});

test('a sign-in returns to no call of the API, which could end the new session, but to its reference', () => {
  for (const { path } of calls) expect(safeReturnPath(`/api${path}`), path).toBe('/dashboard');
  for (const path of [
    '/api',
    '/api?x=1',
    '/webhooks/paddle',
    '/API/auth/logout',
    '/api/docs/x',
    '/%61pi/auth/logout',
    '/%63ommands',
  ])
    expect(safeReturnPath(path), path).toBe('/dashboard');
  for (const path of ['/api/docs', '/api/docs#logout', '/apis', '/account?tab=%2F'])
    expect(safeReturnPath(path), path).toBe(path);
});

test('a sign-in returns to pages whose address begins like one without a page', () => {
  for (const path of ['/commandsx', '/manage/export/x1/downloads', '/manage/billing/invoices'])
    expect(safeReturnPath(path)).toBe(path);
});

test.each([
  ['/account/activity?before=1795000000000.aud_x', '/account/activity?before=1795000000000%2Eaud_x'],
  ['/manage/webhooks?path=%2Fwebhook%2Fv1.2', '/manage/webhooks?path=%2Fwebhook%2Fv1%2E2'],
  ['/account?a=.?b=.', '/account?a=%2E?b=%2E'],
  ['/a.b?c=d', '/dashboard'],
  ['/account#a.b', '/dashboard'],
  ['//evil.example?a=b', '/dashboard'],
])('a return to %s keeps the dots of the query: %s', (path, target) => {
  expect(safeReturnPath(path)).toBe(target);
  // What was escaped is followed as it is.
  expect(safeReturnPath(target)).toBe(target);
});

test('a list continues at the same cursor after the return', () => {
  const activity = { order: 'newest', cursor: { at: 1_795_000_000_000, id: 'aud_x' } } as const;
  const payments = { order: 'oldest', cursor: { date: 1_795_000_000_000, id: 'txn_1' } } as const;
  const queryAfter = (query: string) =>
    new URL(safeReturnPath(`/manage?${query}`), 'https://weft.example').searchParams;
  expect(readActivityFilter(queryAfter(queryOfActivity(activity)))).toEqual(activity);
  expect(readPaymentFilter(queryAfter(queryOfPayments(payments)))).toEqual(payments);
});
