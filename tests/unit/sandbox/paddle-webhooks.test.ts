import { expect, test } from 'vitest';
import { eventually, paddleWebhookSecret, quickPaddleTimings, World } from './harness.ts';
import { laterDeclinedCard, paddleClient, simulate, subscribe, WebhookEndpoint } from './paddle-harness.ts';

async function quiet(endpoint: WebhookEndpoint, atLeast: number): Promise<void> {
  await eventually(`${atLeast} webhooks`, async () => endpoint.received.length >= atLeast);
}

async function listUndelivered(world: World, email: string): Promise<string[]> {
  const answer = await world.get(`/paddle/undelivered?email=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { events: string[] }).events;
}

test('sends webhooks of a purchase that the official library verifies', async () => {
  await using endpoint = await WebhookEndpoint.start();
  await using world = await World.start({ paddleWebhookUrl: endpoint.url });
  const { client, subscriptionId, transactionId } = await subscribe(world);
  const listed = await client.events.list({ perPage: 200 }).next();
  await quiet(endpoint, listed.length);

  expect(listed.map(({ eventType }) => eventType)).toEqual([
    'customer.created',
    'transaction.created',
    'address.created',
    'transaction.updated',
    'transaction.ready',
    'payment_method.saved',
    'transaction.updated',
    'transaction.paid',
    'subscription.created',
    'subscription.activated',
    'transaction.updated',
    'transaction.completed',
  ]);
  const instants = listed.map(({ occurredAt }) => occurredAt);
  expect(instants).toEqual([...new Set(instants)].toSorted());
  expect(endpoint.types().toSorted()).toEqual(listed.map(({ eventType }) => String(eventType)).toSorted());
  for (const { body, signature } of endpoint.received) {
    const event = await client.webhooks.unmarshal(body, paddleWebhookSecret, signature);
    expect(listed.find(({ eventId }) => eventId === event.eventId)?.eventType).toBe(event.eventType);
  }
  const created = endpoint.received.find(({ event }) => event.event_type === 'subscription.created');
  const { data } = JSON.parse(created?.body ?? '');
  expect(data).toMatchObject({ id: subscriptionId, transaction_id: transactionId });
  expect(data).not.toHaveProperty('management_urls');
  await expect(
    client.webhooks.unmarshal(created?.body ?? '', 'another-secret', created?.signature ?? ''),
  ).rejects.toThrow('signature');
});

test('repeats a webhook until it is accepted', async () => {
  await using endpoint = await WebhookEndpoint.start();
  await using world = await World.start({ paddleWebhookUrl: endpoint.url });
  endpoint.statuses = [500, 302, 404, 200];
  const { id } = await paddleClient(world).customers.create({ email: 'ada@example.com' });
  await quiet(endpoint, 4);
  expect(new Set(endpoint.received.map(({ body }) => body)).size).toBe(1);
  expect(JSON.parse(endpoint.received[0]?.body ?? '').data.id).toBe(id);
  // Had the last one not been the end, another would come within 100 ms.
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(endpoint.received).toHaveLength(4);
  expect(await (await world.get('/')).text()).toContain('Paddle could not deliver customer.created: 500.');
});

test('counts a late answer as a failure, and keeps undelivered events over a restart', async () => {
  await using endpoint = await WebhookEndpoint.start();
  const paddle = { ...quickPaddleTimings, answerTimeoutMs: 500 };
  await using world = await World.start({ paddleWebhookUrl: endpoint.url, paddle });
  endpoint.delayMs = 700;
  await paddleClient(world).customers.create({ email: 'ada@example.com' });
  await quiet(endpoint, 2);
  expect(await listUndelivered(world, 'ada@example.com')).toEqual(['customer.created']);
  expect(await listUndelivered(world, 'grace@example.com')).toEqual([]);
  endpoint.statuses = [503];
  endpoint.delayMs = 0;
  await world.restart();
  const known = endpoint.received.length;
  await quiet(endpoint, known + 1);
  endpoint.statuses = [200];
  const [first] = endpoint.received;
  expect(new Set(endpoint.received.map(({ event }) => event.event_id))).toEqual(
    new Set([first?.event.event_id]),
  );
  await eventually(
    'all is delivered',
    async () => (await listUndelivered(world, 'ada@example.com')).length === 0,
  );
});

test.each([
  [
    'renewal',
    'active',
    [
      'subscription.updated',
      'transaction.created',
      'transaction.billed',
      'transaction.updated',
      'transaction.paid',
      'transaction.updated',
      'transaction.completed',
    ],
  ],
  [
    'payment_failed',
    'past_due',
    [
      'subscription.updated',
      'transaction.created',
      'transaction.billed',
      'transaction.updated',
      'transaction.payment_failed',
      'transaction.updated',
      'transaction.past_due',
      'subscription.updated',
      'subscription.past_due',
    ],
  ],
  ['paused', 'paused', ['subscription.updated', 'subscription.paused']],
  ['canceled', 'canceled', ['subscription.updated', 'subscription.canceled']],
  ['refund', 'active', ['adjustment.created', 'adjustment.updated', 'transaction.updated']],
])('the scenario %s leaves it %s and sends that event', async (scenario, status, events) => {
  await using world = await World.start();
  const { client, subscriptionId } = await subscribe(world);
  const before = await client.subscriptions.get(subscriptionId);
  expect(await simulate(world, subscriptionId, scenario)).toMatchObject({ httpStatus: 200, status, events });
  const after = await client.subscriptions.get(subscriptionId);
  expect(after.status).toBe(status);
  if (scenario === 'renewal' || scenario === 'payment_failed')
    expect(after.currentBillingPeriod?.startsAt).toBe(before.currentBillingPeriod?.endsAt);
});

test('a subscription goes through dunning to its pause, and back', async () => {
  await using world = await World.start();
  const { client, subscriptionId } = await subscribe(world, undefined, { card: laterDeclinedCard });
  expect(await simulate(world, subscriptionId, 'resumed')).toMatchObject({ httpStatus: 409 });
  expect(await simulate(world, subscriptionId, 'payment_failed')).toMatchObject({ status: 'past_due' });
  expect(await simulate(world, subscriptionId, 'payment_failed')).toMatchObject({
    events: ['transaction.updated', 'transaction.payment_failed'],
  });
  expect(await simulate(world, subscriptionId, 'recovered')).toMatchObject({
    status: 'active',
    events: expect.arrayContaining(['transaction.completed', 'subscription.activated']),
  });
  await simulate(world, subscriptionId, 'payment_failed');
  expect(await simulate(world, subscriptionId, 'paused')).toMatchObject({
    status: 'paused',
    events: ['subscription.updated', 'subscription.paused', 'transaction.updated', 'transaction.canceled'],
  });
  expect(await simulate(world, subscriptionId, 'resumed')).toMatchObject({ status: 'past_due' });
  expect(await simulate(world, 'sub_none', 'renewal')).toMatchObject({ httpStatus: 404 });
  expect((await client.events.list({ perPage: 200 }).next()).length).toBeGreaterThan(40);
});

test('duplicate sends the last event again and reorder swaps the last two', async () => {
  await using endpoint = await WebhookEndpoint.start();
  await using world = await World.start({ paddleWebhookUrl: endpoint.url });
  const { subscriptionId } = await subscribe(world);
  await simulate(world, subscriptionId, 'canceled');
  await quiet(endpoint, 14);
  const [, canceled] = endpoint.received
    .filter(({ event }) => event.event_id > '' && /^subscription\.(updated|canceled)$/.test(event.event_type))
    .toSorted((a, b) => (a.event.event_id < b.event.event_id ? -1 : 1));
  endpoint.received.length = 0;
  await simulate(world, subscriptionId, 'duplicate');
  expect(endpoint.received.map(({ body }) => body)).toEqual([canceled?.body]);
  endpoint.received.length = 0;
  await simulate(world, subscriptionId, 'reorder');
  expect(endpoint.types()).toEqual(['subscription.canceled', 'subscription.updated']);
});

test('the page shows each subscription with its buttons, which return to it', async () => {
  await using world = await World.start();
  expect(await (await world.get('/paddle')).text()).toContain('Nobody has bought anything yet.');
  const { subscriptionId } = await subscribe(world, undefined, {
    email: '"<b>"@example.com'.replace(/["<>]/g, ''),
  });
  const page = await (await world.get('/paddle')).text();
  for (const part of [
    subscriptionId,
    'value="payment_failed"',
    'visa ending in 4242',
    'subscription.created',
  ])
    expect(page).toContain(part);
  const answered = await world.submit('/paddle/simulate', { subscriptionId, scenario: 'canceled' });
  expect([answered.status, answered.headers.get('location')]).toEqual([303, '/paddle']);
  expect(await (await world.get('/paddle')).text()).toContain('canceled</span>');
  const overview = await (await world.get('/')).text();
  expect(overview).toContain('href="/paddle"');
  expect(overview).toContain('It was canceled.');
  expect((await world.post('/paddle/simulate', { subscriptionId, scenario: 'odd' })).status).toBe(422);
});
