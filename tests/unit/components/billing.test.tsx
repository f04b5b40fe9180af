import type { Client, InStatement } from '@libsql/client';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js';
import { expect, test } from 'vitest';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { planComparison } from '#app/components/layout/footer-links.ts';
import type { Role } from '#app/domain/access/roles.ts';
import { accountStateOf } from '#app/domain/billing/account-state.ts';
import { type Money, money, moneyText } from '#app/domain/billing/money.ts';
import { type PlanOffer, priceOf, soldPlanIds } from '#app/domain/billing/offer.ts';
import { cardBrands } from '#app/domain/billing/payment.ts';
import { quotaBounds } from '#app/domain/billing/quota.ts';
import { billingPeriods, type Subscription } from '#app/domain/billing/subscription.ts';
import { enterpriseFeatures, featuresByPlan, type PlanFeature } from '#app/domain/plan/plan-features.ts';
import { planFigures, restartsWorkspace } from '#app/domain/plan/plan-figures.ts';
import { countText } from '#app/i18n/count-text.ts';
import { en } from '#app/i18n/en/index.ts';
import { ChoosePlan, type ChoosePlanProps } from '#app/routes/account-change-plan/choose-plan.tsx';
import { ConfirmChange } from '#app/routes/account-change-plan/confirm-change.tsx';
import { quotaPrice } from '#app/routes/account-change-plan/quota-price.ts';
import { CheckoutPanel } from '#app/routes/billing-checkout/checkout-panel.tsx';
import { CancelDialog } from '#app/routes/manage-billing/cancel-dialog.tsx';
import { PaymentMethodCard } from '#app/routes/manage-billing/payment-method-card.tsx';
import { PaymentsCard } from '#app/routes/manage-billing/payments-card.tsx';
import { SubscriptionCard } from '#app/routes/manage-billing/subscription-card.tsx';
import { seededPlans, seedPlans } from '#db/seed/plans.ts';
import { subscriptionWith } from '../../support/billing-events.ts';
import { attributesOf, controlOf, formsIn, renderPage, textOf } from './render.tsx';

const at = Date.UTC(2026, 11, 3, 14, 5);
const usd = (amount: number) => money(amount, 'USD');

const offer = (planId: PlanOffer['planId'], monthly: number, yearly: number): PlanOffer => ({
  planId,
  monthly: usd(monthly),
  yearly: usd(yearly),
  yearlyDiscountPercent: 16,
  taxInclusive: false,
  overage: planId === 'starter' ? null : usd(800),
  extras:
    planId === 'custom'
      ? {
          monthly: { thousand: usd(200), workflow: usd(100) },
          yearly: { thousand: usd(2_000), workflow: usd(1_000) },
        }
      : null,
});
const customOffer = offer('custom', 12_000, 120_000);
const offers = [
  offer('starter', 2_400, 24_000),
  offer('pro-1', 6_000, 60_000),
  offer('pro-2', 12_000, 120_000),
  customOffer,
];

const subscription = (other?: Partial<Subscription>) =>
  subscriptionWith({ currentPeriodEndsAt: at, ...other });

const choosePlan = (other: Partial<ChoosePlanProps> = {}) =>
  renderPage(
    <ChoosePlan
      planIds={soldPlanIds}
      period="monthly"
      offers={offers}
      taxInclusive={false}
      current={{ planId: 'trial-1', choice: null }}
      bounds={quotaBounds}
      quota={{ executions: '10000', activeWorkflows: '20' }}
      quotaErrors={{}}
      isSalesTalkOpen={false}
      {...other}
    />,
  );

test.each<[Money, string]>([
  [usd(2_400), '$24.00'],
  [usd(-350), '-$3.50'],
  [usd(0), '$0.00'],
  [usd(114_240), '$1,142.40'],
  [usd(-123_456_700), '-$1,234,567.00'],
  [money(2_405, 'EUR'), '€24.05'],
  [money(-2_405, 'GBP'), '-£24.05'],
  [money(2_405, 'CAD'), 'CAD 24.05'],
  [money(1_200, 'JPY'), 'JPY 1,200'],
])('%o reads %s', (amount, text) => {
  expect(moneyText(amount)).toBe(text);
});

test('the plan cards show the limits of the plans’ rows', async () => {
  const rows: InStatement[] = [];
  const client = { batch: async (statements: InStatement[]) => rows.push(...statements) };
  await seedPlans(client as unknown as Client);
  const seeded = rows.map((row) => (row as { args: unknown[] }).args);
  expect(seeded.length).toBe(Object.keys(planFigures).length);
  for (const [planId, figures] of Object.entries(planFigures)) {
    const { executions, activeWorkflows, concurrentExecutions, memoryMib, logRetentionDays } = figures;
    const args = seeded.find(([id]) => id === planId);
    expect(args?.slice(5, 9)).toEqual([executions, activeWorkflows, concurrentExecutions, memoryMib]);
    expect(args?.[10]).toBe(logRetentionDays);
  }
  // Each card extends from its heading to the next.
  const cards = (await choosePlan()).split('<h2').map(textOf);
  const { difference, planName } = en.billing;
  for (const planId of ['starter', 'pro-1', 'pro-2'] as const) {
    const card = cards.find((text) => text.includes(planName[planId])) ?? '';
    const { executions, activeWorkflows, concurrentExecutions } = planFigures[planId];
    for (const [words, count] of [
      [difference.figure.executions, executions],
      [difference.figure.activeWorkflows, activeWorkflows],
      [difference.figure.concurrentExecutions, concurrentExecutions],
    ] as const) {
      expect(card, planId).toContain(words.replace('{{text}}', countText(count)));
    }
  }
});

test('a plan change announces a restart exactly when the process gets other limits', () => {
  for (const from of seededPlans) {
    for (const to of seededPlans) {
      const processOf = ({ concurrentExecutions, memoryMib, cpuMillicores, logRetentionDays }: typeof from) =>
        [concurrentExecutions, memoryMib, cpuMillicores, logRetentionDays].join();
      expect([from.id, to.id, restartsWorkspace(from.id, to.id)]).toEqual([
        from.id,
        to.id,
        processOf(from) !== processOf(to),
      ]);
    }
  }
});

test('a card lists the features of its plan’s row, and Enterprise those that no checkout sells', async () => {
  const html = await choosePlan();
  const listed = (name: string) => {
    const list = html.split(`aria-label="What ${name} includes"`)[1]?.split('</ul>')[0] ?? '';
    return [...list.matchAll(/<span>([^<]*)<\/span>/g)].map(([, text]) => text);
  };
  for (const { id } of seededPlans.filter((plan) => (soldPlanIds as readonly string[]).includes(plan.id))) {
    const shown = listed(en.billing.planName[id]);
    // The figures come first, and the log retention last.
    const figures = id === 'custom' ? 1 : 3;
    expect(shown.slice(figures, -1), id).toEqual(
      featuresByPlan[id].map((feature) => en.billing.feature[feature]),
    );
  }
  expect(listed('Enterprise')).toEqual(['LDAP', 'Extended retention', 'Invoice billing']);
  const sold = new Set<PlanFeature>(Object.values(featuresByPlan).flatMap((features) => [...features]));
  for (const feature of enterpriseFeatures) expect(sold.has(feature), feature).toBe(false);
});

test('the custom card states its purpose, and names the plan that is cheaper for executions only', async () => {
  const monthly = textOf(await choosePlan());
  expect(monthly).toContain('Custom For teams that need environments, external secrets');
  expect(monthly).toContain('Pro 50k has 50,000 a month for $120.00 a month.');
  expect(textOf(await choosePlan({ period: 'yearly' }))).toContain(
    'Pro 50k has 50,000 a month for $1,200.00 a year.',
  );
  expect(textOf(await choosePlan({ offers: [] }))).not.toContain('Only need more executions?');
});

test('Enterprise is sold by contact: its card opens the sales talk', async () => {
  const link = controlOf(await choosePlan(), 'Talk to us about Enterprise');
  expect(link.href).toBe('/account/change-plan?period=monthly&amp;dialog=sales');
});

test('the price beside the sliders equals the charged price', () => {
  let compared = 0;
  for (const period of billingPeriods) {
    for (let executions = 10_000; executions <= 250_000; executions += 7_000) {
      for (let activeWorkflows = 20; activeWorkflows <= 500; activeWorkflows += 13) {
        const quota = { executions, activeWorkflows };
        const charged = priceOf({ planId: 'custom', period, quota }, offers);
        expect(quotaPrice(customOffer, period, quota, quotaBounds)).toEqual(charged);
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(2_000);
});

test.each([
  { executions: 9_999, activeWorkflows: 20 },
  { executions: 10_500, activeWorkflows: 20 },
  { executions: 251_000, activeWorkflows: 20 },
  { executions: 10_000, activeWorkflows: 501 },
  { executions: 10_000, activeWorkflows: 20.5 },
  { executions: Number.NaN, activeWorkflows: 20 },
])('%o has no price', (quota) => {
  expect(quotaPrice(customOffer, 'monthly', quota, quotaBounds)).toBeNull();
});

test('an account without billing starts a checkout of any plan with a form', async () => {
  const html = await choosePlan();
  const action = '/account/change-plan';
  expect(formsIn(html)).toEqual([
    { action, intent: 'checkout', period: 'monthly', plan: 'starter' },
    { action, intent: 'checkout', period: 'monthly', plan: 'pro-1' },
    { action, intent: 'checkout', period: 'monthly', plan: 'pro-2' },
    { action, intent: 'checkout', period: 'monthly', plan: 'custom' },
  ]);
  // The custom plan's form requests its price by GET and begins the checkout by POST.
  expect(attributesOf(html, 'formMethod="post"')).toMatchObject({ name: 'intent', value: 'checkout' });
  const text = textOf(html);
  for (const price of ['$24.00', '$60.00', '$120.00']) expect(text).toContain(`${price} a month`);
  expect(text).toContain('2,500 executions a month 5 active workflows 5 concurrent executions One project');
  expect(text).toContain('Yearly, 16% less');
  expect(text).toContain(en.billing.choose.taxAdded);
  expect(text).toContain('Each further 1,000 executions in the plan: $2.00 a month plus tax.');
  expect(text).not.toContain(en.billing.choose.current);
  expect(html.match(/button--primary/g)).toHaveLength(1);
});

test('a yearly price appears per year and per month', async () => {
  const html = await choosePlan({ period: 'yearly', taxInclusive: true });
  expect(textOf(html)).toContain('$240.00 a year That is $20.00 a month.');
  expect(textOf(html)).toContain(en.billing.choose.taxIncluded);
  expect(attributesOf(html, 'aria-current="true"').href).toBe('/account/change-plan?period=yearly');
});

test('a paying account gets a confirmation for another plan, and its own plan is marked', async () => {
  const html = await choosePlan({ current: { planId: 'starter', choice: subscription() } });
  expect(html).not.toContain('value="checkout"');
  expect(html).not.toContain('confirm=starter');
  expect(html).toContain('href="/account/change-plan?confirm=pro-1&amp;period=monthly"');
  expect(textOf(html)).toContain(`Starter ${en.billing.choose.current} $24.00`);
  expect(attributesOf(html, 'name="confirm"').value).toBe('custom');
  const yearly = await choosePlan({
    period: 'yearly',
    current: { planId: 'starter', choice: subscription() },
  });
  expect(textOf(yearly)).toContain(en.billing.choose.changePeriodYearly);
});

test('an unchanged custom plan has no confirmation', async () => {
  const quota = { executions: 12_000, activeWorkflows: 30 };
  const choice = subscription({ planId: 'custom', quota });
  const show = (executions: string) =>
    choosePlan({
      current: { planId: 'custom', choice },
      quota: { executions, activeWorkflows: '30' },
    });
  expect(await show('12000')).not.toContain('name="confirm"');
  // 120, plus two thousand executions and ten workflows more.
  expect(textOf(await show('12000'))).toContain('$134.00 a month');
  expect(await show('13000')).toContain('name="confirm"');
});

test('a yearly price shows its savings as an amount', async () => {
  expect(textOf(await choosePlan({ period: 'yearly' }))).toContain('Saves $48.00 a year');
  expect(textOf(await choosePlan())).not.toContain('Saves');
});

test('one table compares every plan, with the current one marked, also one that is no longer sold', async () => {
  const tableOf = (html: string) => html.match(/<table.*?<\/table>/s)?.[0] ?? '';
  const columns = (html: string) =>
    [...tableOf(html).matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/gs)].map(([, cell]) => textOf(cell ?? ''));
  expect(columns(await choosePlan()).join()).not.toContain(en.billing.choose.current);
  const starter = { planId: 'starter', choice: subscription() };
  const marked = columns(await choosePlan({ current: starter }));
  expect(marked.filter((column) => column.includes(en.billing.choose.current))).toEqual([
    `Starter ${en.billing.choose.current}`,
  ]);
  const power = { planId: 'power', choice: subscription({ planId: 'power' }) };
  expect(columns(await choosePlan({ current: power }))[1]).toBe(`Power ${en.billing.choose.current}`);
});

test('each other plan lists the gains and losses of a change to it', async () => {
  const current = { planId: 'pro-1', choice: subscription({ planId: 'pro-1' }) };
  const html = await choosePlan({ current });
  const text = textOf(html);
  const { gain, lose } = en.billing.difference;
  expect(text).toContain(`${lose} 10,000 → 2,500 executions a month`);
  expect(text).toContain('Three projects → One project');
  expect(text).toContain(`${gain} 10,000 → 50,000 executions a month`);
  expect(html).toContain('<li>10,000\u00A0→\u00A050,000 executions a month</li><li>15');
});

test('only accounts on a legacy plan see it', async () => {
  const html = await choosePlan({ current: { planId: 'power', choice: subscription({ planId: 'power' }) } });
  expect(textOf(html)).toContain('Power: your current plan 50,000 executions a month');
  expect(textOf(await choosePlan())).not.toContain('Power');
});

test('without prices the page still shows each plan’s limits and how to get it', async () => {
  const html = await choosePlan({ offers: [] });
  expect(html).toContain(`href="${planComparison}"`);
  expect(textOf(html)).toContain(en.errors.billing_unavailable);
  expect(html).not.toContain('$');
  expect(formsIn(html)).toHaveLength(4);
  for (const text of Object.values(en.billing.feature)) expect(textOf(html)).toContain(text);
});

test('a quota out of range shows an error at its field; above the maximum the sales dialog opens', async () => {
  const html = await choosePlan({
    quota: { executions: '300000', activeWorkflows: 'many' },
    quotaErrors: {
      executions: en.fieldErrors.quota_too_large,
      activeWorkflows: en.fieldErrors.quota_number,
    },
    isSalesTalkOpen: true,
  });
  expect(attributesOf(html, 'name="executions"')).toMatchObject({ value: '300000', 'aria-invalid': 'true' });
  expect(attributesOf(html, 'name="activeWorkflows"').value).toBe('many');
  expect(textOf(html)).toContain(en.fieldErrors.quota_too_large);
  expect(textOf(html)).toContain(en.fieldErrors.quota_number);
  expect(textOf(html)).toContain(
    'Executions a month: enter a number from 10,000 to 250,000, in steps of 1,000.',
  );
  expect(textOf(html)).toContain('Active workflows: enter a whole number from 20 to 500.');
  expect(textOf(html)).toContain('more than 250,000 executions a month or 500 active workflows');
  expect(controlOf(html, 'Back to plans').href).toContain('executions=300000');
  // A control that needs a script is disabled without one.
  expect(attributesOf(html, 'type="range"')).toHaveProperty('disabled');
});

const preview = (immediate: number, next: number) => ({
  immediate: usd(immediate),
  next: { ...usd(next), date: at, postponed: null },
});

test('a change is confirmed with both amounts, now and with the next bill', async () => {
  const html = await renderPage(
    <ConfirmChange
      choice={{ planId: 'custom', period: 'monthly', quota: { executions: 12_000, activeWorkflows: 30 } }}
      price={usd(13_400)}
      now={preview(5_123, 13_400)}
      later={preview(0, 18_523)}
      failure={null}
      shown="starter/monthly/1"
      current={{ planId: 'starter', period: 'monthly', quota: null }}
      taxInclusive={false}
    />,
  );
  const text = textOf(html);
  expect(text).toContain('$51.23 now, then $134.00 on 3 Dec 2026.');
  expect(text).toContain('Nothing now, then $185.23 on 3 Dec 2026.');
  expect(text).toContain('12,000 executions a month, 30 active workflows');
  expect(formsIn(html)).toEqual([
    {
      action: '/account/change-plan',
      shown: 'starter/monthly/1',
      plan: 'custom',
      period: 'monthly',
      executions: '12000',
      activeWorkflows: '30',
      intent: 'change',
    },
  ]);
  expect(html.match(/type="radio"/g)).toHaveLength(2);
});

test('a credit appears as a credit, and a change of period is charged immediately', async () => {
  const html = await renderPage(
    <ConfirmChange
      choice={{ planId: 'starter', period: 'yearly', quota: null }}
      price={usd(24_000)}
      now={preview(-1_050, 24_000)}
      later={null}
      failure={null}
      shown="starter/monthly/1"
      current={{ planId: 'pro-1', period: 'monthly', quota: null }}
      taxInclusive={false}
    />,
  );
  expect(textOf(html)).toContain('Credit now Nothing now: you get a credit of $10.50.');
  expect(html.match(/type="radio"/g)).toHaveLength(1);
});

test('a next payment covered by credit is zero, and shows the remaining credit', async () => {
  const covered = { ...usd(-14_400), date: at, postponed: usd(-43_200) };
  const confirm = await renderPage(
    <ConfirmChange
      choice={{ planId: 'starter', period: 'yearly', quota: null }}
      price={usd(24_000)}
      now={preview(-43_200, 0)}
      later={{ immediate: usd(0), next: covered }}
      failure={null}
      shown="starter/monthly/1"
      current={{ planId: 'pro-1', period: 'yearly', quota: null }}
      taxInclusive={false}
    />,
  );
  expect(textOf(confirm)).toContain('you get a credit of $432.00. No charge on 3 Dec 2026 either.');
  expect(textOf(confirm)).toContain(
    'Nothing now, and no charge on 3 Dec 2026. The next payment is reduced by $432.00 for plan changes in this period. $144.00 of credit is left for later payments.',
  );
  const card = await renderPage(
    <SubscriptionCard
      planName="Starter"
      subscription={subscription()}
      state={accountStateOf('active', 'running')}
      nextPayment={covered}
    />,
  );
  expect(textOf(card)).toContain(
    'Next payment Nothing on 3 Dec 2026 The next payment is reduced by $432.00 for plan changes in this period. $144.00 of credit is left',
  );
});

test.each([
  ['pro-1', 'starter', null, en.billing.confirm.restarts],
  ['custom', 'custom', { executions: 20_000, activeWorkflows: 40 }, en.billing.confirm.noRestart],
] as const)(
  'the change to %s shows the amount due now, and whether the workspace restarts',
  async (planId, from, quota, words) => {
    const choice = { planId, period: 'monthly' as const, quota: quota && { ...quota, executions: 30_000 } };
    const html = await renderPage(
      <ConfirmChange
        choice={choice}
        price={null}
        now={preview(1_050, 24_000)}
        later={null}
        failure={null}
        shown="starter/monthly/1"
        current={{ planId: from, period: 'monthly', quota }}
        taxInclusive={false}
      />,
    );
    expect(textOf(html)).toContain(words);
    if (quota) {
      expect(textOf(html)).toContain(
        'Current plan Custom, billed monthly 20,000 executions a month, 40 active',
      );
      expect(textOf(html)).toContain('New plan Custom, billed monthly 30,000 executions a month, 40 active');
    }
  },
);

test.each([
  ['a smaller plan', 'starter', null, true],
  ['a smaller quota', 'custom', { executions: 20_000, activeWorkflows: 30 }, true],
  ['a larger quota', 'custom', { executions: 20_000, activeWorkflows: 50 }, false],
] as const)(
  'the change to %s says what happens to active workflows beyond it',
  async (_, planId, quota, isSaid) => {
    const html = await renderPage(
      <ConfirmChange
        choice={{ planId, period: 'monthly', quota }}
        price={null}
        now={preview(1_050, 24_000)}
        later={null}
        failure={null}
        shown="starter/monthly/1"
        current={{ planId: 'custom', period: 'monthly', quota: { executions: 20_000, activeWorkflows: 40 } }}
        taxInclusive={false}
      />,
    );
    const text = textOf(html);
    expect(text.includes('Active workflows beyond the new limit stay active')).toBe(isSaid);
  },
);

test('a change without known amounts cannot be confirmed', async () => {
  const html = await renderPage(
    <ConfirmChange
      choice={{ planId: 'pro-1', period: 'monthly', quota: null }}
      price={null}
      now={null}
      later={null}
      failure={en.errors.plan_change_failed}
      shown="starter/monthly/1"
      current={{ planId: 'starter', period: 'monthly', quota: null }}
      taxInclusive={false}
    />,
  );
  expect(textOf(html)).toContain(en.errors.plan_change_failed);
  expect(formsIn(html)).toEqual([]);
  expect(html).toContain('href="/account/change-plan?period=monthly"');
});

const checkout = {
  transactionId: 'txn_01',
  isDone: false,
  clientToken: 'test_token',
  scriptUrl: 'https://pay.example/paddle.js',
  purpose: 'subscribe' as const,
  hostedUrl: 'https://pay.example/checkout?transaction=txn_01',
};

test('without JavaScript the checkout links to the provider’s own page', async () => {
  const html = await renderPage(<CheckoutPanel {...checkout} />);
  expect(html).toContain('href="https://pay.example/checkout?transaction=txn_01"');
  expect(textOf(html)).toContain(en.billing.checkout.notOpening);
  expect(html).toContain('href="/account/change-plan"');
});

test('a checkout without a page of the provider’s, or of another browser, says what it needs and only links back', async () => {
  const html = await renderPage(<CheckoutPanel {...checkout} purpose="card" hostedUrl={null} />);
  expect(textOf(html)).toContain(en.billing.checkout.allowScripts);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/manage/billing']);
});

test.each([
  ['subscribe', '/dashboard'],
  ['resubscribe', '/dashboard'],
  ['pay', '/dashboard'],
  ['card', '/manage/billing'],
] as const)('a finished checkout names its purpose and links on: %s', async (purpose, to) => {
  const html = await renderPage(<CheckoutPanel {...checkout} purpose={purpose} isDone />);
  expect(textOf(html)).toContain(en.billing.checkout.done[purpose].title);
  expect(attributesOf(html, 'button--primary').href).toBe(to);
});

test('after the provider’s page the checkout waits, and reloads without a script', async () => {
  const html = await renderPage(<CheckoutPanel {...checkout} transactionId={null} hostedUrl={null} />);
  expect(textOf(html)).toContain(en.billing.checkout.waiting);
  expect(html).toContain('href="/account/checkout?paid=subscribe"');
});

test('the subscription shows its plan, quota and next payment', async () => {
  const custom = subscription({
    planId: 'custom',
    period: 'yearly',
    quota: { executions: 12_000, activeWorkflows: 30 },
  });
  const html = await renderPage(
    <SubscriptionCard
      planName="Custom"
      subscription={custom}
      state={accountStateOf('active', 'running')}
      nextPayment={{ ...usd(13_400), date: at, postponed: null }}
    />,
  );
  const text = textOf(html);
  expect(text).toContain('Custom');
  expect(text).toContain('12,000 executions a month, 30 active workflows');
  expect(text).toContain('Next payment $134.00, including tax, on 3 Dec 2026');
  expect(html).toContain('href="/account/change-plan"');
});

test.each([
  ['past_due', subscription({ status: 'past_due' })],
  ['paused', subscription({ status: 'paused', pausedAt: at })],
  ['ended', subscription({ status: 'deleted' })],
  ['cancelled', subscription({ cancelsAt: at })],
] as const)('no other plan and no next payment appear for a subscription that is %s', async (state, one) => {
  const html = await renderPage(
    <SubscriptionCard
      planName="x"
      subscription={one}
      state={accountStateOf(state, 'running')}
      nextPayment={{ ...usd(13_400), date: at, postponed: null }}
    />,
  );
  expect(textOf(html)).not.toContain(en.billing.plan.next);
  expect(textOf(html)).toContain(en.billing.badge[state]);
  expect(html).not.toContain('/account/change-plan');
});

test.each(cardBrands)('the card shows its brand: %s', async (brand) => {
  const method = { kind: 'card' as const, brand, lastFour: '4242', expiry: '12/2027' };
  const html = await renderPage(<PaymentMethodCard method={method} status="active" />);
  expect(textOf(html)).toContain(`${en.billing.brand[brand]} ending in 4242 Expires 12/2027`);
  expect(html).toMatch(/<svg[^>]*aria-hidden="true"/);
  expect(formsIn(html)).toEqual([{ action: '/manage/billing', intent: 'change-card' }]);
});

test('a payment method without a card’s digits is a digital wallet, or PayPal', async () => {
  const show = async (kind: 'card' | 'paypal', brand: 'generic' | 'paypal') =>
    textOf(
      await renderPage(
        <PaymentMethodCard method={{ kind, brand, lastFour: null, expiry: null }} status="active" />,
      ),
    );
  expect(await show('card', 'generic')).toContain('Digital wallet');
  expect(await show('paypal', 'paypal')).toContain('PayPal');
});

test('a card that the provider cannot change has no change button', async () => {
  const html = await renderPage(<PaymentMethodCard method={null} status="paused" />);
  expect(textOf(html)).toContain(en.billing.method.none);
  expect(formsIn(html)).toEqual([]);
});

test('each payment has its date, amount and status, and its invoice where there is one', async () => {
  const payment = (id: string, status: 'paid' | 'failed', invoiceNumber: string | null) => ({
    id,
    status,
    invoiceNumber,
    date: at,
    total: usd(2_856),
  });
  const html = await renderPage(
    <PaymentsCard
      payments={[payment('txn_2', 'failed', null), payment('txn_1', 'paid', '7-1')]}
      filter={{ order: 'newest', cursor: null }}
      next={null}
    />,
  );
  expect(textOf(html)).toContain('$28.56 3 Dec 2026 Failed $28.56 3 Dec 2026 Paid Invoice 7-1');
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/manage/billing/invoice/txn_1',
    '/manage/billing/payments.csv',
  ]);
  const none = <PaymentsCard payments={[]} filter={{ order: 'newest', cursor: null }} next={null} />;
  expect(textOf(await renderPage(none))).toContain(en.billing.payments.empty);
});

test('a page of payments links the next one, the first one and the file of the same filter', async () => {
  const filter = { status: 'paid', order: 'oldest', cursor: { date: at, id: 'txn_9' } } as const;
  const html = await renderPage(
    <PaymentsCard payments={[]} filter={filter} next={{ date: at, id: 'txn_1' }} />,
  );
  expect(textOf(html)).toContain(en.billing.payments.noMatch);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'));
  expect(links).toEqual([
    '/manage/billing?status=paid&order=oldest#payments',
    `/manage/billing?status=paid&order=oldest&before=${at}.txn_1#payments`,
    '/manage/billing/payments.csv?status=paid&order=oldest',
  ]);
});

test('cancelling shows the date, and asks for the workspace’s name until it is correct', async () => {
  const lastResult = {
    status: 'error' as const,
    initialValue: { workspaceName: 'acme' },
    error: { workspaceName: [en.fieldErrors.workspace_name_mismatch] },
  };
  const html = await renderPage(
    <CancelDialog
      action="/manage/billing?dialog=cancel"
      workspaceName="acme-labs"
      shown="starter/monthly/1"
      endsAt={at}
      owed={null}
      lastResult={lastResult}
    />,
  );
  expect(textOf(html)).toContain('ends on 3 Dec 2026 .');
  expect(html).toContain('<code>acme-labs</code>');
  expect(textOf(html)).toContain(en.fieldErrors.workspace_name_mismatch);
  expect(formsIn(html)).toEqual([
    { action: '/manage/billing?dialog=cancel', shown: 'starter/monthly/1', intent: 'cancel' },
  ]);
});

/** Renders below a root with this viewer and subscription. */
async function renderFramed(
  element: ReactElement,
  frame: { role: Role; status?: Subscription['status']; isTrialing?: boolean; isBannerClosed?: boolean },
  path = '/dashboard',
): Promise<string> {
  const { role, status, isTrialing = false, isBannerClosed = false } = frame;
  const data = {
    viewer: { name: 'Ada', email: 'ada@analytical.example', role, hasBilling: status !== undefined },
    accounts: { currentId: null, options: [] },
    notice: null,
    portalHost: 'weft.example',
    billing: status === undefined ? null : { status, cancelsAt: null },
    isBannerClosed,
    isTrialing,
    timezone: { zone: 'Etc/UTC', isReaders: false },
  };
  const routes = [{ id: 'root', loader: () => data, children: [{ path, element }] }];
  const context = await createStaticHandler(routes).query(new Request(`http://portal.example${path}`));
  if (context instanceof Response) throw new Error('the root’s loader cannot redirect');
  return renderToString(
    <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />,
  );
}

const layout = <DefaultLayout>Content</DefaultLayout>;
const closing = { action: '/account/close-banner', returnPath: '/dashboard' };
/** The forms of the account menu. */
const menu = [{ action: '/theme', returnPath: '/dashboard', theme: 'system' }, { action: '/sign-out' }];

test('every page shows a failed payment, with the actions of the role', async () => {
  const owner = await renderFramed(layout, { role: 'owner', status: 'past_due' });
  expect(textOf(owner)).toContain(en.billing.state.past_due.title);
  expect(owner).toContain('href="/manage/billing"');
  expect(formsIn(owner)).toEqual([...menu, closing]);

  const paused = await renderFramed(layout, { role: 'billing', status: 'paused' });
  expect(textOf(paused)).toContain(en.billing.state.paused.title);
  expect(formsIn(paused)).toEqual([...menu, { action: '/manage/billing', intent: 'resubscribe' }, closing]);

  const member = await renderFramed(layout, { role: 'member', status: 'paused' });
  expect(textOf(member)).toContain(en.billing.state.others);
  expect(formsIn(member)).toEqual([...menu, closing]);
});

test.each([
  { role: 'owner', status: 'active' },
  { role: 'owner', status: 'past_due', isBannerClosed: true },
  { role: 'owner' },
] as const)('no banner for %o', async (frame) => {
  const html = await renderFramed(layout, frame);
  const [aboveContent = ''] = html.split('<main');
  for (const tone of Object.values(en.ui.tone)) expect(textOf(aboveContent)).not.toContain(`${tone}:`);
  expect(formsIn(html)).toEqual(menu);
});

test('the upgrade button appears during the trial for roles that can pay', async () => {
  const trialing = { isTrialing: true };
  expect(await renderFramed(layout, { role: 'owner', ...trialing })).toContain('href="/account/change-plan"');
  for (const frame of [{ role: 'operator', ...trialing } as const, { role: 'owner' } as const]) {
    expect(await renderFramed(layout, frame)).not.toContain('/account/change-plan');
  }
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [250_000, '250,000'],
  [1_234_567, '1,234,567'],
])('%d reads %s', (count, text) => {
  expect(countText(count)).toBe(text);
});
