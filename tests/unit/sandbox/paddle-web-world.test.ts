import { expect, test } from 'vitest';
import { paddleApiKey, paddleClientToken, World } from './harness.ts';

const headers = { authorization: `Bearer ${paddleApiKey}` };
const card = { name: 'Ada Lovelace', cardNumber: '4242 4242 4242 4242', expiry: '04/99', cvc: '123' };
const german = { countryCode: 'DE', postalCode: '10115' };

async function data(response: Response) {
  const body = await response.text();
  if (!response.ok) throw new Error(body);
  return JSON.parse(body).data;
}

/** A transaction for monthly Starter and a new customer, as the portal creates one. */
async function order(world: World): Promise<{ id: string; checkout: { url: string } }> {
  const customer = await data(await world.post('/customers', { email: 'ada@example.com' }, headers));
  const prices: { id: string; custom_data: Record<string, string> }[] = await data(
    await world.get('/prices', { headers }),
  );
  const starter = prices.find(
    ({ custom_data }) =>
      custom_data.planId === 'starter' && custom_data.kind === 'plan' && custom_data.period === 'monthly',
  );
  return data(
    await world.post(
      '/transactions',
      { customer_id: customer.id, items: [{ price_id: starter?.id, quantity: 1 }] },
      headers,
    ),
  );
}

const checkoutOf = (id: string) => `/paddle/checkout?transaction=${id}`;

test('the address of a transaction’s checkout opens its page, which sells a subscription', async () => {
  await using world = await World.start();
  const { id, checkout } = await order(world);
  const markup = await (await fetch(checkout.url)).text();
  expect(markup).toContain('ada@example.com');
  expect(markup).toContain('$24.00');
  const quote = await world.submit(checkoutOf(id), { intent: 'update', ...german });
  expect(await quote.text()).toContain('<p class="total">$28.56</p>');

  const declined = await world.submit(checkoutOf(id), {
    ...card,
    ...german,
    cardNumber: '4000 0000 0000 0002',
    shownTotal: '2856',
  });
  expect([declined.status, (await declined.text()).includes('Your card was declined.')]).toEqual([402, true]);
  const wrong = await world.submit(checkoutOf(id), { ...card, ...german, cardNumber: '4242424242424241' });
  expect([wrong.status, (await wrong.text()).includes('This is not a card number.')]).toEqual([422, true]);
  const old = await world.submit(checkoutOf(id), { ...card, ...german, expiry: '04/20' });
  expect([old.status, (await old.text()).includes('This card has expired.')]).toEqual([422, true]);
  const paid = await world.submit(checkoutOf(id), { ...card, ...german, shownTotal: '2856' });
  expect([paid.status, (await paid.text()).includes('Your payment was successful.')]).toEqual([200, true]);

  const transaction = await data(await world.get(`/transactions/${id}`, { headers }));
  expect(transaction).toMatchObject({ status: 'completed', details: { totals: { grand_total: '2856' } } });
  expect(transaction.payments.map(({ status }: { status: string }) => status)).toEqual(['captured', 'error']);
  const subscription = await data(
    await world.get(`/subscriptions/${transaction.subscription_id}`, { headers }),
  );
  expect(subscription.status).toBe('active');

  const again = await world.submit(checkoutOf(id), { ...card, ...german });
  expect([again.status, (await again.text()).includes('already paid')]).toEqual([409, true]);
});

test('a company pays the amount that it is shown', async () => {
  await using world = await World.start();
  const { id } = await order(world);
  const company = { ...german, businessName: 'Engines Ltd', taxIdentifier: 'DE123456789' };
  const quote = await (await world.submit(checkoutOf(id), { intent: 'update', ...company })).text();
  const shownTotal = /name="shownTotal" value="(\d+)"/.exec(quote)?.[1] ?? '';
  expect(shownTotal).toBe('2400');
  expect((await world.submit(checkoutOf(id), { ...card, ...company, shownTotal })).status).toBe(200);
  const transaction = await data(await world.get(`/transactions/${id}`, { headers }));
  expect(transaction.details.totals.grand_total).toBe(shownTotal);
});

test('a subscription’s card is changed in the overlay, without a charge', async () => {
  await using world = await World.start();
  const { id } = await order(world);
  await world.submit(checkoutOf(id), { ...card, ...german });
  const { subscription_id } = await data(await world.get(`/transactions/${id}`, { headers }));
  const path = `/subscriptions/${subscription_id}/update-payment-method-transaction`;
  const change = await data(await world.get(path, { headers }));
  const query = new URLSearchParams({
    transaction: change.id,
    embed: '1',
    origin: 'http://127.0.0.1:9',
    token: paddleClientToken,
  });
  const overlay = `/paddle/checkout?${query}`;
  expect(await (await world.get(overlay)).text()).toContain('Update your card');
  const saved = await world.submit(overlay, { ...card, cardNumber: '5555 5555 5555 4444' });
  const markup = await saved.text();
  expect([saved.status, markup.includes('Card saved')]).toEqual([200, true]);
  expect(markup).toContain('checkout.completed');
  expect(await data(await world.get(`/transactions/${change.id}`, { headers }))).toMatchObject({
    status: 'completed',
    details: { totals: { grand_total: '0' } },
  });
});
