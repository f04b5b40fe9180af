import { expect, test } from 'vitest';
import {
  card,
  cardChange,
  checkoutEvents,
  clientToken,
  embedded,
  names,
  page,
  paid,
  portalUrl,
  serveCheckout,
  starter,
} from './paddle-web-harness.ts';

test('shows the purchase, its amount now and later, and the buyer', async () => {
  await using server = await serveCheckout();
  const response = await server.get(page);
  const markup = await response.text();
  expect(response.status).toBe(200);
  expect(markup).toContain('Starter');
  expect(markup).toContain('<p class="total">$24.00</p>');
  expect(markup).toContain('Then $24.00 every month, until you cancel.');
  expect(markup).toContain('value="ada@example.com" readonly');
  expect(markup).toContain('value="Ada &lt;Lovelace&gt;"');
  expect(markup).toContain('4000 0000 0000 0002');
});

test('emits paddle.js’s event, with amounts in whole units', async () => {
  await using server = await serveCheckout();
  const [event] = checkoutEvents(await (await server.get(`${embedded}&theme=dark`)).text());
  expect(event).toEqual({
    name: 'checkout.loaded',
    data: {
      id: 'che_1',
      transaction_id: 'txn_1',
      status: 'draft',
      custom_data: { accountId: 'acc_1' },
      currency_code: 'USD',
      customer: { id: 'ctm_1', email: 'ada@example.com', address: null, business: null },
      items: [
        {
          price_id: 'pri_starter',
          price_name: 'Monthly',
          product: { id: 'pro_starter', name: 'Starter', description: '' },
          quantity: 1,
          billing_cycle: { interval: 'month', frequency: 1 },
          totals: { subtotal: 24, discount: 0, tax: 0, total: 24, credit: 0, balance: 24 },
        },
      ],
      totals: { subtotal: 24, discount: 0, tax: 0, total: 24, credit: 0, balance: 24 },
      recurring_totals: { subtotal: 24, discount: 0, tax: 0, total: 24, credit: 0, balance: 24 },
      payment: { method_details: { type: 'card' } },
      settings: { display_mode: 'overlay', theme: 'dark' },
    },
  });
});

test('only the portal can embed the overlay, and only with the token', async () => {
  await using server = await serveCheckout();
  const policy = async (path: string) => {
    const response = await server.get(path);
    return [response.status, response.headers.get('content-security-policy')?.split('; ').at(-1)];
  };
  expect(await policy(page)).toEqual([200, "frame-ancestors 'none'"]);
  expect(await policy(embedded)).toEqual([200, `frame-ancestors ${portalUrl}`]);
  const foreign = `${page}&embed=1&origin=https://evil.example&token=${clientToken}`;
  expect(await policy(foreign)).toEqual([403, "frame-ancestors 'none'"]);

  const stranger = await server.get(`${embedded}x`);
  expect(stranger.status).toBe(403);
  expect(checkoutEvents(await stranger.text())).toMatchObject([
    { name: 'checkout.error', code: 'invalid_token' },
  ]);
});

test('the total follows the country, and a tax ID removes the tax', async () => {
  await using server = await serveCheckout();
  const update = { intent: 'update', countryCode: 'DE' };
  const german = await (await server.submit(page, update)).text();
  expect(german).toContain('<p class="total">$28.56</p>');
  expect(german).toContain('Then $28.56 every month');
  expect(german).toContain('<option value="DE" selected>Germany</option>');
  expect(german).toMatch(/name="postalCode"[^>]* required/);
  const company = await (await server.submit(page, { ...update, taxIdentifier: 'DE123456789' })).text();
  expect(company).toContain('<p class="total">$24.00</p>');
  expect(await (await server.submit(page, { ...update, countryCode: 'Atlantis' })).text()).toContain(
    '<p class="total">$24.00</p>',
  );
  expect(server.checkout.payments).toEqual([]);
});

test('a plain form pays once and leads back to the portal', async () => {
  await using server = await serveCheckout();
  const address = `${page}&return=${encodeURIComponent('/account/change-plan/done?a=1')}`;
  const response = await server.submit(address, {
    ...paid,
    businessName: 'Engines Ltd',
    taxIdentifier: 'DE1',
  });
  const markup = await response.text();
  expect([response.status, markup.includes('Your payment was successful.')]).toEqual([200, true]);
  expect(markup).toContain(`href="${portalUrl}/account/change-plan/done?a=1"`);
  expect(server.checkout.payments).toEqual([
    {
      cardNumber: '4242424242424242',
      expiry: { month: 4, year: 2099 },
      cvc: '123',
      name: 'Ada Lovelace',
      countryCode: 'DE',
      postalCode: '10115',
      businessName: 'Engines Ltd',
      taxIdentifier: 'DE1',
    },
  ]);

  const again = await server.submit(address, paid);
  expect([again.status, (await again.text()).includes('This order is already paid.')]).toEqual([409, true]);
  expect(server.checkout.payments).toHaveLength(1);
});

test('refuses a payment whose total was not shown', async () => {
  await using server = await serveCheckout();
  const shown = /name="shownTotal" value="(\d+)"/;
  const before = shown.exec(await (await server.get(page)).text())?.[1] ?? '';
  const refused = await server.submit(page, { ...paid, shownTotal: before });
  const markup = await refused.text();
  expect([before, refused.status, server.checkout.payments.length]).toEqual(['2400', 422, 0]);
  expect(markup).toContain('The total has changed with your country.');
  const after = shown.exec(markup)?.[1] ?? '';
  expect([after, (await server.submit(page, { ...paid, shownTotal: after })).status]).toEqual(['2856', 200]);
});

test('in the overlay a declined card is reported, and the next one pays', async () => {
  await using server = await serveCheckout();
  const declined = await server.submit(embedded, { ...paid, cardNumber: '4000 0000 0000 0002' });
  const markup = await declined.text();
  expect(declined.status).toBe(402);
  expect(markup).toContain('Your card was declined.');
  expect(names(markup)).toEqual([
    'checkout.customer.created',
    'checkout.payment.initiated',
    'checkout.payment.failed',
  ]);
  // What was typed is there again, but no page holds a card.
  expect(markup).toContain('value="10115"');
  expect(markup).not.toContain('4000000000000002');
  expect(markup).toMatch(/name="cardNumber" value=""/);

  const success = await (await server.submit(embedded, paid)).text();
  expect(names(success)).toEqual(['checkout.payment.initiated', 'checkout.completed']);
  expect(checkoutEvents(success).at(-1)).toMatchObject({
    data: { status: 'completed', totals: { total: 28.56 } },
  });
});

test('a change of card only asks for the card and charges nothing', async () => {
  await using server = await serveCheckout();
  const address = `/paddle/checkout?transaction=${cardChange.transactionId}`;
  const markup = await (await server.get(address)).text();
  expect(markup).toContain('Update your card');
  expect(markup).not.toMatch(/name="(countryCode|postalCode|businessName)"/);
  expect(markup).not.toContain('Your order');

  expect(await (await server.submit(address, card)).text()).toContain('Card saved');
  expect(server.checkout.payments).toEqual([
    {
      cardNumber: '4242424242424242',
      expiry: { month: 4, year: 2099 },
      cvc: '123',
      name: 'Ada Lovelace',
    },
  ]);
});

test('a bill is paid only by card, for its settled total', async () => {
  await using server = await serveCheckout([
    {
      ...starter,
      status: 'past_due',
      address: { id: 'add_1', countryCode: 'DE', postalCode: '10115' },
    },
  ]);
  const markup = await (await server.get(page)).text();
  expect(markup).toContain('Your order');
  expect(markup).not.toMatch(/name="(countryCode|postalCode|businessName)"/);
  expect(names(await (await server.submit(embedded, card)).text()).at(-1)).toBe('checkout.completed');
  expect(server.checkout.payments[0]).not.toHaveProperty('countryCode');
});

test.each([
  ['an unknown order', 'txn_none', 404, 'There is no such order.', 'not_found'],
  ['a paid order', 'txn_paid', 409, 'This order is already paid.', 'transaction_immutable'],
  ['a canceled order', 'txn_canceled', 409, 'This order was canceled.', 'transaction_immutable'],
  ['an order without a customer', 'txn_nobody', 409, 'This order has no customer', 'transaction_immutable'],
])('%s shows an error and opens no overlay', async (_case, transactionId, status, sentence, code) => {
  await using server = await serveCheckout([
    { ...starter, transactionId: 'txn_paid', status: 'completed' },
    { ...starter, transactionId: 'txn_canceled', status: 'canceled' },
    { ...starter, transactionId: 'txn_nobody', customer: undefined },
  ]);
  const response = await server.get(embedded.replace('txn_1', transactionId));
  const markup = await response.text();
  expect(response.status).toBe(status);
  expect(markup).toContain(sentence);
  expect(checkoutEvents(markup)).toMatchObject([{ name: 'checkout.error', type: 'api_error', code }]);
  expect((await server.submit(embedded.replace('txn_1', transactionId), paid)).status).toBe(status);
  expect(server.checkout.payments).toEqual([]);
});

test('an overlay whose order was paid in another tab shows that it is complete', async () => {
  await using server = await serveCheckout();
  await server.submit(page, paid);
  expect(names(await (await server.submit(embedded, paid)).text())).toEqual(['checkout.completed']);
});

test('a body that is not a form gets 415, and the scripts are scripts', async () => {
  await using server = await serveCheckout();
  const response = await server.post(page, { intent: 'pay' });
  expect(response.status).toBe(415);
  for (const path of ['/paddle/paddle.js', '/paddle/checkout.js']) {
    const script = await server.get(path);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await script.text()).not.toMatch(/\beval\(|new Function|innerHTML|setAttribute\('style'/);
  }
});
