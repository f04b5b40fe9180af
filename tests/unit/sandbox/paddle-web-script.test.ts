import { expect, test } from 'vitest';
import { clientToken, portalUrl } from './paddle-web-harness.ts';
import { pageWithPaddle, sandboxOrigin } from './paddle-web-page.ts';

type Page = ReturnType<typeof pageWithPaddle>;
type PaddleEvent = { name: string; code?: string; type?: string; data?: Record<string, unknown> };

function initialize(page: Page, options: Record<string, unknown> = {}): PaddleEvent[] {
  const events: PaddleEvent[] = [];
  page.paddle.Initialize({
    token: clientToken,
    eventCallback: (event: PaddleEvent) => events.push(event),
    ...options,
  });
  return events;
}

function openCheckout(settings: Record<string, unknown> = {}) {
  const page = pageWithPaddle();
  const events = initialize(page);
  page.paddle.Checkout.open({ transactionId: 'txn_1', settings });
  return { page, events };
}

function expectGone(page: Page) {
  expect(page.dialog()?.isModal).toBe(false);
  page.elapse();
  expect(page.dialog()?.isRemoved).toBe(true);
}

const data = { transaction_id: 'txn_1', status: 'ready' };
const loaded = { event: { name: 'checkout.loaded', data } };

test('opens the transaction in a modal same-origin frame, with the settings of the page', () => {
  const page = pageWithPaddle();
  page.paddle.Environment.set('sandbox');
  initialize(page, { checkout: { settings: { theme: 'dark', locale: 'de' } } });
  expect(page.paddle.Initialized).toBe(true);
  page.paddle.Checkout.open({
    transactionId: 'txn_1',
    settings: { displayMode: 'overlay', theme: 'light' },
  });

  const url = new URL(page.frame()?.src ?? '');
  expect(url.origin + url.pathname).toBe(`${sandboxOrigin}/paddle/checkout`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    transaction: 'txn_1',
    embed: '1',
    origin: portalUrl,
    token: clientToken,
    theme: 'light',
    locale: 'de',
  });
  expect(page.dialog()?.isModal).toBe(true);
  expect(page.dialog()?.styles.get('position')).toBe('fixed');
  // The portal's policy refuses inline style attributes.
  expect(page.dialog()?.attributes.has('style')).toBe(false);
});

test('emits the events of the checkout in order and removes the overlay when it is closed', () => {
  const { page, events } = openCheckout();
  page.receive(loaded);
  expect(page.frame()?.focused).toBe(1);
  page.receive({ event: { name: 'checkout.payment.initiated', data } });
  page.receive({ event: { name: 'checkout.payment.failed', data } });
  page.receive({ event: { name: 'checkout.completed', data: { ...data, status: 'completed' } } });
  expect(page.dialog()?.isModal).toBe(true);
  page.receive({ close: true });
  page.receive({ close: true });
  page.paddle.Checkout.close();

  expect(events.map(({ name }) => name)).toEqual([
    'checkout.loaded',
    'checkout.payment.initiated',
    'checkout.payment.failed',
    'checkout.completed',
    'checkout.closed',
  ]);
  expect(events.at(-1)?.data).toEqual({ ...data, status: 'completed' });
  expectGone(page);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another window', { source: {} }],
])('does not listen to %s', (_case, from) => {
  const { page, events } = openCheckout();
  page.receive({ event: { name: 'checkout.completed', data } }, from);
  page.receive({ close: true }, from);
  expect(events).toEqual([]);
  expect(page.dialog()?.isModal).toBe(true);
});

test('does not listen to a message that is not the checkout’s', () => {
  const { page, events } = openCheckout();
  page.receive({ ...loaded, source: 'an extension' });
  page.receive({ event: 'checkout.completed' });
  expect(events).toEqual([]);
});

test('the Escape key of the page and Checkout.close close it, also before anything was loaded', () => {
  const first = openCheckout();
  first.page.dialog()?.dispatch('cancel');
  const second = openCheckout();
  second.page.paddle.Checkout.close();
  for (const { page, events } of [first, second]) {
    expect(events).toEqual([{ name: 'checkout.closed', data: { transaction_id: 'txn_1' } }]);
    expectGone(page);
  }
});

test('a checkout that cannot be opened is an error and leaves nothing open', () => {
  const { page, events } = openCheckout();
  page.receive({ event: { name: 'checkout.error', type: 'api_error', code: 'not_found' } });
  expect(events).toEqual([{ name: 'checkout.error', type: 'api_error', code: 'not_found' }]);
  expectGone(page);
});

test('reports a frame that never sends a message, and no other', () => {
  const silent = openCheckout();
  silent.page.frame()?.dispatch('load');
  silent.page.elapse();
  expect(silent.events).toMatchObject([
    { name: 'checkout.error', type: 'front-end_error', code: 'checkout_not_loaded' },
  ]);
  expectGone(silent.page);

  const spoken = openCheckout();
  spoken.page.frame()?.dispatch('load');
  spoken.page.receive(loaded);
  spoken.page.elapse();
  expect(spoken.events.map(({ name }) => name)).toEqual(['checkout.loaded']);
});

test.each([
  ['no transaction', {}, 'invalid_transaction_id'],
  [
    'an inline checkout',
    { transactionId: 'txn_1', settings: { displayMode: 'inline' } },
    'invalid_display_mode',
  ],
])('%s is an error of the page', (_case, options, code) => {
  const page = pageWithPaddle();
  const events = initialize(page);
  page.paddle.Checkout.open(options);
  expect(events).toMatchObject([{ name: 'checkout.error', type: 'front-end_error', code }]);
  expect(page.dialog()).toBeUndefined();
});

test('reports a wrong initialization immediately', () => {
  const page = pageWithPaddle();
  expect(() => page.paddle.Checkout.open({ transactionId: 'txn_1' })).toThrow(/Initialize/);
  expect(() => page.paddle.Initialize({})).toThrow(/token/);
  expect(() => page.paddle.Environment.set('moon')).toThrow(/environment/);
  expect(page.paddle.Initialized).toBe(false);
});

test('opening another transaction replaces the first, opening the same one again changes nothing', () => {
  const { page, events } = openCheckout();
  page.paddle.Checkout.open({ transactionId: 'txn_1' });
  expect(page.body.children).toHaveLength(1);
  page.paddle.Checkout.open({ transactionId: 'txn_2' });
  expect(page.body.children.map(({ isModal }) => isModal)).toEqual([false, true]);
  page.receive(loaded);
  expect(events).toHaveLength(1);
});

test('a payment link opens its transaction automatically', () => {
  const page = pageWithPaddle('?_ptxn=txn_9');
  page.paddle.Setup({ token: clientToken });
  expect(new URL(page.frame()?.src ?? '').searchParams.get('transaction')).toBe('txn_9');
});

test('opens the success page after its event, and no script address', () => {
  const completed = { event: { name: 'checkout.completed', data } };
  const good = openCheckout({ successUrl: '/account/change-plan?done' });
  good.page.receive(completed);
  expect(good.page.visited).toEqual([`${portalUrl}/account/change-plan?done`]);
  const bad = openCheckout({ successUrl: 'javascript:alert(1)' });
  bad.page.receive(completed);
  expect(bad.page.visited).toEqual([]);
  expect(bad.events).toHaveLength(1);
});

test('a callback that throws does not keep the overlay open', () => {
  const page = pageWithPaddle();
  initialize(page, {
    eventCallback: () => {
      throw new Error('the page is broken');
    },
  });
  page.paddle.Checkout.open({ transactionId: 'txn_1' });
  page.paddle.Checkout.close();
  expectGone(page);
  expect(page.complaints).toHaveLength(1);
});
