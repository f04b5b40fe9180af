import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { permissionsOf } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { billingDetailsSchema } from '#app/domain/billing/billing-forms.ts';
import { purposeFor } from '#app/domain/billing/checkout-purpose.ts';
import { countries } from '#app/domain/billing/countries.ts';
import { money } from '#app/domain/billing/money.ts';
import type { CataloguePrice } from '#app/domain/billing/offer.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { closeBannerCookie, isBannerClosed } from '#app/http/banner-cookie.ts';
import { readBegunCheckout, readTransactionId, redirectToCheckout } from '#app/http/checkout-link.ts';
import { en } from '#app/i18n/en/index.ts';
import { readPlanChoice } from '#app/routes/account-change-plan/plan-choice.ts';
import { readPlanPage, redirectUnchangeable } from '#app/routes/account-change-plan/plan-page.ts';
import { waitForActive } from '#app/routes/billing-checkout/wait-for-active.ts';
import { subscriptionWith } from '../../support/billing-events.ts';
import { testContext } from './request-context.ts';

const portal = { url: 'https://weft.example', host: 'weft.example', isSecure: true };
const fields = (record: Record<string, string>) => new URLSearchParams(record);

/** A request that returns the cookie of a response. */
function returning(setCookie: string | null): Request {
  const Cookie = setCookie?.split(';')[0] ?? '';
  return new Request('https://weft.example/', { headers: { Cookie } });
}

test.each([
  ['transaction=txn_01h', 'txn_01h'],
  ['_ptxn=txn_01h', 'txn_01h'],
  ['transaction=sub_01h', null],
  ['transaction=txn_', null],
  ['transaction=txn_01H', null],
  ['transaction=txn_01%22%3E', null],
  [`transaction=txn_${'a'.repeat(65)}`, null],
  ['', null],
])('the transaction in the query "%s" is %s', (search, id) => {
  expect(readTransactionId(new URLSearchParams(search))).toBe(id);
});

const payer = {
  session: { id: 'ses_1', tokenHash: 'h'.repeat(43), createdAt: 0, lastSeenAt: 0, provedAt: 0 },
};
const otherPayer = { session: { ...payer.session, tokenHash: 'o'.repeat(43) } };

test('only the session that began a checkout reads its cookie, and only for its transaction', () => {
  const checkout = { transactionId: 'txn_01', url: 'https://pay.example/c?transaction=txn_01&return=a;b' };
  const answer = redirectToCheckout({ portal }, payer, checkout, 'resubscribe');
  expect(answer.headers.get('Location')).toBe('/account/checkout?transaction=txn_01');
  const cookie = answer.headers.get('Set-Cookie');
  expect(cookie).toMatch(/^__Host-checkout=.*; HttpOnly; SameSite=Lax; Secure$/);
  const begun = { purpose: 'resubscribe', hostedUrl: checkout.url };
  expect(readBegunCheckout(returning(cookie), payer, 'txn_01', portal)).toEqual(begun);
  expect(readBegunCheckout(returning(cookie), payer, 'txn_02', portal)).toBeNull();
  expect(readBegunCheckout(returning(cookie), otherPayer, 'txn_01', portal)).toBeNull();
  expect(readBegunCheckout(new Request('https://weft.example/'), payer, 'txn_01', portal)).toBeNull();
});

test('a payment link to the portal’s own page is not offered as another page to pay on', () => {
  const checkout = { transactionId: 'txn_01', url: 'https://weft.example/account/checkout?_ptxn=txn_01' };
  const cookie = redirectToCheckout({ portal }, payer, checkout, 'card').headers.get('Set-Cookie');
  expect(readBegunCheckout(returning(cookie), payer, 'txn_01', portal)).toEqual({
    purpose: 'card',
    hostedUrl: null,
  });
});

test('a checkout cookie that this session did not sign picks no payment address', () => {
  const checkout = { transactionId: 'txn_01', url: 'https://pay.example/c' };
  const setCookie = redirectToCheckout({ portal }, payer, checkout, 'card').headers.get('Set-Cookie') ?? '';
  const [signature = '', ...value] = setCookie.split(/[=;]/)[1]?.split('.') ?? [];
  const genuine = value.join('.');
  const forged = genuine.replace('pay.example', 'evil.example');
  expect(forged).not.toBe(genuine);
  for (const cookie of [
    genuine,
    forged,
    `.${forged}`,
    `${signature}.${forged}`,
    `${signature.slice(1)}.${genuine}`,
  ]) {
    const request = returning(`__Host-checkout=${cookie}`);
    expect(readBegunCheckout(request, payer, 'txn_01', portal), cookie).toBeNull();
  }
});

test('a banner stays closed only for its status and session', () => {
  const closed = { ...payer, subscription: subscriptionWith({ status: 'past_due' }) };
  const request = returning(closeBannerCookie(closed, true));
  expect(isBannerClosed(request, closed, true)).toBe(true);
  const paused = { ...closed, subscription: subscriptionWith({ status: 'paused' }) };
  expect(isBannerClosed(request, paused, true)).toBe(false);
  const other = { ...closed, session: { ...payer.session, id: 'ses_2' } };
  expect(isBannerClosed(request, other, true)).toBe(false);
  expect(closeBannerCookie(closed, true)).not.toContain('Max-Age');
});

test('a banner comes back for the failed payment of another period', () => {
  const closed = { ...payer, subscription: subscriptionWith({ status: 'past_due', currentPeriodEndsAt: 1 }) };
  const later = { ...payer, subscription: subscriptionWith({ status: 'past_due', currentPeriodEndsAt: 2 }) };
  expect(isBannerClosed(returning(closeBannerCookie(closed, true)), later, true)).toBe(false);
});

test('a choice is read from a form or an address', () => {
  expect(readPlanChoice(fields({ plan: 'pro-1', period: 'yearly' }))).toEqual({
    planId: 'pro-1',
    period: 'yearly',
    quota: null,
  });
  const custom = { plan: 'custom', period: 'monthly', executions: '12000', activeWorkflows: '30' };
  expect(readPlanChoice(fields(custom)).quota).toEqual({ executions: 12_000, activeWorkflows: 30 });
});

test.each<[Record<string, string>, ErrorCode, string[]]>([
  [{ plan: 'power', period: 'monthly' }, 'plan_unknown', []],
  [{ plan: 'pro-1', period: 'weekly' }, 'plan_unknown', []],
  [{}, 'plan_unknown', []],
  [{ plan: 'custom', period: 'monthly' }, 'invalid_form', ['executions', 'activeWorkflows']],
  [
    { plan: 'custom', period: 'monthly', executions: '10500.5', activeWorkflows: '30' },
    'invalid_form',
    ['executions'],
  ],
  [
    { plan: 'custom', period: 'monthly', executions: 'many', activeWorkflows: '501' },
    'invalid_form',
    ['executions', 'activeWorkflows'],
  ],
])('%o is refused', (record, code, wrong) => {
  const error = refusalOf(() => readPlanChoice(fields(record)));
  expect(error.code).toBe(code);
  expect(Object.keys(error.fields ?? {})).toEqual(wrong);
});

function refusalOf(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

test('billing details: an empty field is null, and the country is one that Paddle sells to', () => {
  const none = { companyName: null, taxId: null, addressLine: null, city: null, postalCode: null };
  expect(billingDetailsSchema.parse({ country: 'DE' })).toEqual({ ...none, country: 'DE' });
  expect(billingDetailsSchema.parse({ country: 'DE', city: ' Berlin ', taxId: '  ' })).toEqual({
    ...none,
    city: 'Berlin',
    country: 'DE',
  });
  for (const wrong of [{}, { country: 'XX' }, { country: 'DE', city: 'x'.repeat(101) }]) {
    expect(billingDetailsSchema.safeParse(wrong).success).toBe(false);
  }
});

test('every country has a name', () => {
  const all = countries();
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter(({ code, name }) => code === name)).toEqual([]);
  expect(all.find(({ code }) => code === 'DE')?.name).toBe('Germany');
});

test.each([
  [null, 'subscribe'],
  [subscriptionWith({ status: 'deleted' }), 'subscribe'],
  [subscriptionWith({ status: 'past_due' }), 'pay'],
  [subscriptionWith({ status: 'paused' }), 'resubscribe'],
  [subscriptionWith(), 'card'],
] as const)('with %o the purpose of a checkout is %s', (one, purpose) => {
  expect(purposeFor(one)).toBe(purpose);
});

const price = (planId: CataloguePrice['planId'], period: CataloguePrice['period'], amount: number) => ({
  priceId: `pri_${planId}_${period}`,
  planId,
  kind: 'plan' as const,
  period,
  unitPrice: money(amount, 'USD'),
  taxInclusive: false,
});
const prices = [
  price('starter', 'monthly', 2_400),
  price('starter', 'yearly', 24_000),
  price('pro-1', 'monthly', 6_000),
  price('pro-1', 'yearly', 60_000),
];

function contextWith(billingProvider: Partial<BillingProvider>) {
  const context = testContext({ portal, services: { billingProvider } });
  return { context, reported: context.reported };
}

const viewerWith = (one: Subscription | null) =>
  ({
    role: 'owner',
    permissions: permissionsOf('owner'),
    account: { id: 'acc_1', taxInclusive: false },
    plan: { id: one?.planId ?? 'trial-1', displayName: 'Trial', group: 'trial' },
    subscription: one,
  }) as Viewer;

test.each([
  [subscriptionWith({ status: 'past_due' }), 'update-payment-first'],
  [subscriptionWith({ status: 'past_due', cancelsAt: 1 }), 'update-payment-first'],
  [subscriptionWith({ status: 'paused' }), 'resubscribe-first'],
  [subscriptionWith({ cancelsAt: 1 }), 'resubscribe-first'],
])('a plan that cannot change redirects to billing with the reason: %o', (one, notice) => {
  const { context } = contextWith({ prices: async () => prices });
  let thrown: unknown;
  try {
    redirectUnchangeable(context, one);
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof Response)) throw new Error('Nothing was redirected.');
  expect(thrown.headers.get('Location')).toBe('/manage/billing');
  expect(thrown.headers.get('Set-Cookie')).toContain(`notice=${notice};`);
});

test('the page has every plan and no price while the provider is down', async () => {
  const { context, reported } = contextWith({
    prices: () => Promise.reject(new AppError('billing_unavailable')),
  });
  const plans = await readPlanPage(context, viewerWith(null), fields({ period: 'yearly' }));
  expect(plans).toMatchObject({ offers: [], period: 'yearly', confirmation: null });
  expect(plans.planIds).toEqual(['starter', 'pro-1', 'pro-2', 'custom']);
  expect(reported).toHaveLength(1);
});

test('an unexpected failure does not count as a provider outage', async () => {
  const { context } = contextWith({ prices: () => Promise.reject(new TypeError('ours')) });
  await expect(readPlanPage(context, viewerWith(null), fields({}))).rejects.toThrow(TypeError);
});

const preview = {
  immediate: money(3_600, 'USD'),
  next: { ...money(6_000, 'USD'), date: 1, postponed: null },
};

test('a confirmation has both amounts, or one if the period changes', async () => {
  const asked: string[] = [];
  const { context } = contextWith({
    prices: async () => prices,
    previewChange: async (...args: unknown[]) => {
      asked.push(String(args[2]));
      return preview;
    },
  });
  const confirm = (period: string) =>
    readPlanPage(context, viewerWith(subscriptionWith()), fields({ confirm: 'pro-1', period }));
  const monthly = await confirm('monthly');
  expect(monthly.confirmation).toMatchObject({
    choice: { planId: 'pro-1', period: 'monthly' },
    price: { amount: 6_000 },
    now: preview,
    later: preview,
    failure: null,
  });
  expect(asked).toEqual(['now', 'next-cycle']);
  expect((await confirm('yearly')).confirmation?.later).toBeNull();
});

test.each([
  [viewerWith(null), { confirm: 'pro-1' }],
  [viewerWith(subscriptionWith()), { confirm: 'starter' }],
  [viewerWith(subscriptionWith()), { confirm: 'power' }],
])('an unchanged plan gets no confirmation', async (viewer, record) => {
  const { context } = contextWith({ prices: async () => prices });
  const plans = await readPlanPage(context, viewer, fields({ period: 'monthly', ...record }));
  expect(plans.confirmation).toBeNull();
});

test.each([true, false])('the plan page shows whether its prices include tax: %s', async (taxInclusive) => {
  const taxed = prices.map((one) => ({ ...one, taxInclusive }));
  const { context } = contextWith({ prices: async () => taxed });
  const plans = await readPlanPage(context, viewerWith(null), fields({}));
  expect(plans.taxInclusive).toBe(taxInclusive);
});

test('without prices the plan page shows whether the account pays with tax included', async () => {
  const { context } = contextWith({
    prices: async () => {
      throw new AppError('billing_unavailable');
    },
  });
  const viewer = viewerWith(subscriptionWith());
  const taxed = { ...viewer, account: { ...viewer.account, taxInclusive: true } };
  expect((await readPlanPage(context, taxed, fields({}))).taxInclusive).toBe(true);
});

test('a failed preview shows the sentence of spec §8, and an overdue account is redirected to billing', async () => {
  let code: ErrorCode = 'plan_change_failed';
  const { context } = contextWith({
    prices: async () => [...prices, price('custom', 'monthly', 12_000), price('custom', 'yearly', 120_000)],
    previewChange: async () => {
      throw new AppError(code);
    },
  });
  const read = (record: Record<string, string>) =>
    readPlanPage(context, viewerWith(subscriptionWith()), fields({ period: 'monthly', ...record }));
  expect((await read({ confirm: 'pro-1' })).confirmation?.failure).toBe(en.errors.plan_change_failed);
  const custom = { confirm: 'custom', executions: '10000', activeWorkflows: '20' };
  expect((await read(custom)).confirmation?.failure).toBe(en.errors.plan_customization_failed);
  code = 'payment_details_outdated';
  await expect(read({ confirm: 'pro-1' })).rejects.toMatchObject({ status: 302 });
});

test('a quota above its maximum opens the sales talk; an invalid number does not', async () => {
  const { context } = contextWith({ prices: async () => prices });
  const read = (executions: string) =>
    readPlanPage(
      context,
      viewerWith(null),
      fields({ plan: 'custom', period: 'monthly', executions, activeWorkflows: '20' }),
    );
  const above = await read('251000');
  expect(above.isSalesTalkOpen).toBe(true);
  expect(above.quota.executions).toBe('251000');
  const word = await read('many');
  expect(word.isSalesTalkOpen).toBe(false);
  expect(word.quotaErrors).toEqual({ executions: en.fieldErrors.quota_number });
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Stubs HEAD with these responses in order; the last one repeats. */
function answering(...answers: Array<number | 'down'>): { count: number } {
  const calls = { count: 0 };
  vi.stubGlobal('window', { __remixRouter: { state: { loaderData: {} } } });
  vi.stubGlobal('fetch', async () => {
    const answer = answers[Math.min(calls.count, answers.length - 1)];
    calls.count += 1;
    if (answer === 'down') throw new TypeError('fetch failed');
    return new Response(null, { status: answer ?? 404 });
  });
  return calls;
}

test('the checkout waits until the subscription is active, through a short network outage', async () => {
  const calls = answering(404, 'down', 404, 204);
  const waiting = waitForActive(new AbortController().signal);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await waiting).toBe(true);
  expect(calls.count).toBe(4);
});

test('the checkout stops waiting after the tries of spec §4', async () => {
  const calls = answering(404);
  const waiting = waitForActive(new AbortController().signal);
  await vi.advanceTimersByTimeAsync(15 * 15_000);
  expect(await waiting).toBe(false);
  expect(calls.count).toBe(15);
});

test('a page that the person left stops polling', async () => {
  const calls = answering(404);
  const left = new AbortController();
  const waiting = waitForActive(left.signal).catch(() => 'left');
  await vi.advanceTimersByTimeAsync(1_300);
  left.abort();
  expect(await waiting).toBe('left');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.count).toBe(1);
});
