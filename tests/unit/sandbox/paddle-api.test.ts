import { ApiError } from '@paddle/paddle-node-sdk';
import { expect, test } from 'vitest';
import { World } from './harness.ts';
import { declinedCard, paddleClient, pay, priceId, simulate, subscribe } from './paddle-harness.ts';

test('the catalogue has the plans of the price list, page by page', async () => {
  await using world = await World.start();
  const client = paddleClient(world);
  const amounts: Record<string, string> = {};
  for await (const price of client.prices.list({ perPage: 5 })) {
    const { planId, kind, period } = price.customData as Record<string, string>;
    amounts[`${planId} ${kind} ${period}`] = price.unitPrice.amount;
  }
  expect(amounts).toEqual({
    'starter plan monthly': '2400',
    'starter plan yearly': '24000',
    'pro-1 plan monthly': '6000',
    'pro-1 plan yearly': '60000',
    'pro-2 plan monthly': '12000',
    'pro-2 plan yearly': '120000',
    'custom plan monthly': '12000',
    'custom plan yearly': '120000',
    'custom executions monthly': '200',
    'custom executions yearly': '2000',
    'custom workflows monthly': '100',
    'custom workflows yearly': '1000',
    // One-time price of executions beyond the plan.
    'pro-1 overage monthly': '800',
    'pro-2 overage monthly': '400',
    'custom overage monthly': '300',
  });
  const first = await client.products.list({ perPage: 1, orderBy: 'id[ASC]', include: ['prices'] }).next();
  expect(first).toHaveLength(1);
  expect(first[0]?.prices?.length).toBeGreaterThanOrEqual(2);
  const price = await client.prices.get(priceId('starter', 'monthly'), { include: ['product'] });
  expect(price.product?.name).toBe('Starter');
});

test('creates a customer once per e-mail, finds it, and changes only the given fields', async () => {
  await using world = await World.start();
  const client = paddleClient(world);
  const customer = await client.customers.create({ email: 'ada@example.com', name: 'Ada', locale: 'de' });
  await expect(client.customers.create({ email: 'ADA@example.com' })).rejects.toMatchObject({
    code: 'customer_already_exists',
    detail: `customer email conflicts with customer of id ${customer.id}`,
  });
  await client.customers.update(customer.id, { name: 'Ada Lovelace' });
  expect(await client.customers.list({ email: ['ada@example.com'] }).next()).toMatchObject([
    { id: customer.id, name: 'Ada Lovelace', locale: 'de' },
  ]);

  const address = await client.addresses.create(customer.id, { countryCode: 'DE', postalCode: '10115' });
  await client.addresses.update(customer.id, address.id, { city: 'Berlin' });
  const business = await client.businesses.create(customer.id, { name: 'Engines', taxIdentifier: 'DE123' });
  expect(await client.addresses.get(customer.id, address.id)).toMatchObject({
    city: 'Berlin',
    postalCode: '10115',
  });
  expect(await client.businesses.list(customer.id).next()).toMatchObject([
    { id: business.id, taxIdentifier: 'DE123' },
  ]);
  const other = await client.customers.create({ email: 'bob@example.com' });
  await expect(client.addresses.get(other.id, address.id)).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  ['DE', null, '456', '2856'],
  ['US', null, '0', '2400'],
  ['DE', 'DE123456789', '0', '2400'],
])('a preview for %s with tax number %s has tax %s', async (countryCode, taxIdentifier, tax, total) => {
  await using world = await World.start();
  const client = paddleClient(world);
  const customer = await client.customers.create({ email: 'ada@example.com' });
  const address = await client.addresses.create(customer.id, { countryCode: countryCode as 'DE' });
  const business = await client.businesses.create(customer.id, {
    name: 'Engines',
    ...(taxIdentifier ? { taxIdentifier } : {}),
  });
  const items = [{ priceId: priceId('starter', 'monthly'), quantity: 1 }];
  const buyer = { customerId: customer.id, addressId: address.id, businessId: business.id };
  const preview = await client.transactions.preview({ items, ...buyer });
  expect(preview.details.totals).toMatchObject({ subtotal: '2400', tax, total });
  const prices = await client.pricingPreview.preview({ items, ...buyer });
  expect(prices.details.lineItems[0]).toMatchObject({
    totals: { tax, total },
    formattedTotals: { subtotal: '$24.00' },
  });
});

test('a paid checkout creates a subscription; a declined one is recorded and creates none', async () => {
  await using world = await World.start();
  const client = paddleClient(world);
  const customer = await client.customers.create({ email: 'ada@example.com' });
  const created = await client.transactions.create({
    items: [{ priceId: priceId('starter', 'yearly'), quantity: 1 }],
    customerId: customer.id,
    customData: { accountId: 'acc_1' },
  });
  expect(created).toMatchObject({ status: 'draft', subscriptionId: null });
  expect(created.checkout?.url).toBe(`${world.url}/paddle/checkout?transaction=${created.id}`);

  await pay(world, created.id, declinedCard);
  const refused = await client.transactions.get(created.id);
  expect(refused.status).toBe('ready');
  expect(refused.payments).toMatchObject([{ status: 'error', errorCode: 'declined', amount: '24000' }]);

  await pay(world, created.id, undefined, { countryCode: 'DE', postalCode: '10115' });
  const paid = await client.transactions.get(created.id, { include: ['customer', 'address'] });
  expect(paid).toMatchObject({
    status: 'completed',
    customer: { email: 'ada@example.com' },
    address: { countryCode: 'DE' },
    details: { totals: { subtotal: '24000', tax: '4560', grandTotal: '28560', balance: '0' } },
    payments: [
      { status: 'captured', methodDetails: { card: { type: 'visa', last4: '4242', expiryYear: 2040 } } },
      { status: 'error' },
    ],
  });
  const subscription = await client.subscriptions.get(paid.subscriptionId ?? '', {
    include: ['next_transaction'],
  });
  expect(subscription).toMatchObject({
    status: 'active',
    customData: { accountId: 'acc_1' },
    billingCycle: { interval: 'year', frequency: 1 },
    scheduledChange: null,
    nextTransaction: { details: { totals: { total: '28560' } } },
  });
  expect(subscription.nextBilledAt).toBe(subscription.currentBillingPeriod?.endsAt);
  expect(subscription.managementUrls?.cancel).toContain(subscription.id);
  await expect(client.transactions.update(created.id, { customData: {} })).rejects.toMatchObject({
    code: 'transaction_immutable',
  });
  const methods = await client.paymentMethods.list(customer.id).next();
  expect(methods).toMatchObject([{ id: paid.payments[0]?.paymentMethodId, card: { last4: '4242' } }]);
});

test('an invoice is a PDF behind a link that cannot be altered', async () => {
  await using world = await World.start();
  const { client, transactionId } = await subscribe(world);
  const { url } = await client.transactions.getInvoicePDF(transactionId, { disposition: 'inline' });
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toMatch(/^inline; /);
  const pdf = await response.text();
  expect(pdf).toMatch(/^%PDF-1\.4[\s\S]*\(Total: USD 24\.00\)[\s\S]*%%EOF\n$/);
  const xref = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
  expect(pdf.slice(xref, xref + 4)).toBe('xref');
  const altered = new URL(url);
  altered.searchParams.set('expires', String(Date.now() + 1e9));
  expect((await fetch(altered)).status).toBe(403);
});

test('a refund is an adjustment, and only once', async () => {
  await using world = await World.start();
  const { client, subscriptionId, transactionId } = await subscribe(world);
  const refund = { action: 'refund', type: 'full', transactionId, reason: 'error' } as const;
  expect(await client.adjustments.create(refund)).toMatchObject({
    status: 'pending_approval',
    subscriptionId,
    totals: { total: '2400' },
  });
  const again = () => expect(client.adjustments.create(refund)).rejects;
  await again().toBeInstanceOf(ApiError);
  await again().toMatchObject({ code: 'adjustment_pending_refund_request' });
  expect(await simulate(world, subscriptionId, 'refund')).toMatchObject({ httpStatus: 200 });
  expect(await client.adjustments.list({ transactionId: [transactionId] }).next()).toMatchObject([
    { status: 'approved' },
  ]);
  expect(await client.transactions.get(transactionId, { include: ['adjustments_totals'] })).toMatchObject({
    details: { totals: { grandTotal: '2400' }, adjustedTotals: { grandTotal: '0', total: '0' } },
    adjustmentsTotals: { total: '2400' },
  });
  await again().toMatchObject({ code: 'adjustment_total_amount_above_remaining_allowed' });
  expect(await simulate(world, subscriptionId, 'refund')).toMatchObject({ httpStatus: 409 });
});

test('lists are narrowed, ordered and paged', async () => {
  await using world = await World.start();
  const { client, subscriptionId, customer } = await subscribe(world);
  const second = await subscribe(world, undefined, { email: 'bob@example.com' });
  expect(await client.subscriptions.list({ customerId: [customer.id] }).next()).toMatchObject([
    { id: subscriptionId },
  ]);
  expect(await client.subscriptions.list({ status: ['paused'] }).next()).toEqual([]);
  expect(await client.transactions.list({ subscriptionId: [second.subscriptionId] }).next()).toMatchObject([
    { id: second.transactionId },
  ]);
  const events: string[] = [];
  for await (const { eventId } of client.events.list({ perPage: 3 })) events.push(eventId);
  expect(events.length).toBeGreaterThan(10);
  expect(events).toEqual(events.toSorted());
  const [, middle = ''] = events;
  const rest = await client.events.list({ after: middle, perPage: 200 }).next();
  expect(rest.map(({ eventId }) => eventId)).toEqual(events.slice(2));
  const authorization = { authorization: 'Bearer paddle-api-key' };
  const since = await world.get('/customers?updated_at[GTE]=2999-01-01T00:00:00Z', {
    headers: authorization,
  });
  expect(await since.json()).toMatchObject({ data: [], meta: { pagination: { has_more: false } } });
  for (const [path, per_page] of [
    ['/transactions', 30],
    ['/adjustments', 50],
    ['/events', 200],
  ] as const) {
    const longest = await world.get(`${path}?per_page=500`, { headers: authorization });
    expect(await longest.json()).toMatchObject({ meta: { pagination: { per_page } } });
  }
  const created = await world.get('/events?event_type=subscription.created', { headers: authorization });
  expect(JSON.parse(await created.text()).data).toHaveLength(2);
});

test.each([
  ['no key', {}, 403, 'authentication_missing'],
  ['an invalid key', { authorization: 'Basic abc' }, 403, 'authentication_malformed'],
  ['a wrong key', { authorization: 'Bearer guess' }, 403, 'invalid_token'],
  ['an unknown query', { authorization: 'Bearer paddle-api-key' }, 400, 'invalid_field'],
])('%s is refused as Paddle does', async (_case, headers, status, code) => {
  await using world = await World.start();
  const response = await world.get('/subscriptions?color=red', { headers });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({
    error: { type: 'request_error', code, documentation_url: expect.stringContaining(code) },
    meta: { request_id: expect.any(String) },
  });
});

test('refuses invalid input with the field, and creates nothing', async () => {
  await using world = await World.start();
  const client = paddleClient(world);
  const create = (items: { priceId: string; quantity: number }[]) =>
    expect(client.transactions.create({ items })).rejects;
  await create([{ priceId: 'pri_none', quantity: 1 }]).toMatchObject({ code: 'not_found' });
  await create([{ priceId: priceId('starter', 'monthly'), quantity: 2 }]).toMatchObject({
    code: 'invalid_field',
    errors: [{ field: 'items.0.quantity', message: 'must be between 1 and 1' }],
  });
  const twice = { priceId: priceId('starter', 'monthly'), quantity: 1 };
  await create([twice, twice]).toMatchObject({ code: 'transaction_duplicate_price_ids' });
  await create([twice, { priceId: priceId('pro-1', 'yearly'), quantity: 1 }]).toMatchObject({
    code: 'bad_request',
  });
  await expect(client.customers.create({ email: 'ada' })).rejects.toMatchObject({ code: 'invalid_field' });
  await expect(client.subscriptions.get('sub_none')).rejects.toMatchObject({ code: 'not_found' });
  expect(await client.events.list().next()).toEqual([]);
});

test('the fault makes the API fail or late, also after a restart', async () => {
  await using world = await World.start();
  const client = paddleClient(world);
  await world.post('/paddle/faults', { mode: 'down' });
  await world.restart();
  await expect(paddleClient(world).products.list().next()).rejects.toMatchObject({
    code: 'service_unavailable',
    type: 'api_error',
  });
  await world.post('/paddle/faults', { mode: 'slow' });
  const before = Date.now();
  await client.customers.create({ email: 'ada@example.com' }).catch(() => undefined);
  await paddleClient(world).products.list().next();
  expect(Date.now() - before).toBeGreaterThanOrEqual(190);
  expect((await world.post('/paddle/faults', { mode: 'sideways' })).status).toBe(422);
});
