import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Environment, Paddle } from '@paddle/paddle-node-sdk';
import { prices } from '#sandbox/paddle/catalogue.ts';
import type { SoldPrice } from '#sandbox/paddle/types.ts';
import { paddleApiKey, type World } from './harness.ts';

const goodCard = '4242424242424242';
export const declinedCard = '4000000000000002';
export const laterDeclinedCard = '4000002760003184';

/** The official client, against a sandbox. */
export function paddleClient(world: World, apiKey = paddleApiKey): Paddle {
  return new Paddle(apiKey, { environment: world.url as Environment });
}

export function priceId(
  planId: string,
  period: 'monthly' | 'yearly',
  kind: SoldPrice['custom_data']['kind'] = 'plan',
): string {
  const found = prices.find(
    ({ custom_data }) =>
      custom_data.planId === planId && custom_data.period === period && custom_data.kind === kind,
  );
  if (!found) throw new Error(`there is no price ${planId} ${period} ${kind}`);
  return found.id;
}

/** Fills in the checkout's form as a browser does. */
export function pay(
  world: World,
  transactionId: string,
  cardNumber = goodCard,
  fields: Record<string, string> = {},
): Promise<Response> {
  return world.submit(`/paddle/checkout?transaction=${transactionId}`, {
    intent: 'pay',
    name: 'Ada Lovelace',
    countryCode: 'US',
    postalCode: '10001',
    cardNumber,
    expiry: '12/40',
    cvc: '123',
    ...fields,
  });
}

type Item = { priceId: string; quantity: number };

/** A subscription, bought as a customer would. */
export async function subscribe(
  world: World,
  items: Item[] = [{ priceId: priceId('starter', 'monthly'), quantity: 1 }],
  { card = goodCard, email = 'ada@example.com', ...fields }: Record<string, string> = {},
) {
  const client = paddleClient(world);
  const customer = await client.customers.create({ email });
  const transaction = await client.transactions.create({
    items,
    customerId: customer.id,
    customData: { accountId: 'acc_1' },
  });
  const response = await pay(world, transaction.id, card, fields);
  const { subscriptionId } = await client.transactions.get(transaction.id);
  if (subscriptionId === null) throw new Error(`not paid: ${await response.text()}`);
  return { client, customer, transactionId: transaction.id, subscriptionId };
}

export type Simulated = { httpStatus: number; status?: string; events?: string[]; error?: string };

/** Plays a scenario, as a test or a person's `curl` does. */
export async function simulate(world: World, subscriptionId: string, scenario: string): Promise<Simulated> {
  const response = await world.post('/paddle/simulate', { subscriptionId, scenario });
  return { ...JSON.parse(await response.text()), httpStatus: response.status };
}

export type Delivered = { body: string; signature: string; event: { event_id: string; event_type: string } };

/** A webhook endpoint. It answers `statuses` one after the other and the last one from then on. */
export class WebhookEndpoint implements AsyncDisposable {
  readonly received: Delivered[] = [];
  readonly #server = createServer();
  statuses = [200];
  /** How long it thinks before it answers. */
  delayMs = 0;

  static async start(): Promise<WebhookEndpoint> {
    const endpoint = new WebhookEndpoint();
    endpoint.#server.on('request', async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const signature = String(request.headers['paddle-signature']);
      endpoint.received.push({ body, signature, event: JSON.parse(body) });
      const status = endpoint.statuses.length > 1 ? endpoint.statuses.shift() : endpoint.statuses[0];
      setTimeout(() => response.writeHead(status ?? 200).end(), endpoint.delayMs);
    });
    endpoint.#server.listen(0, '127.0.0.1');
    await once(endpoint.#server, 'listening');
    return endpoint;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('it listens on a port');
    return `http://127.0.0.1:${address.port}/webhooks/paddle`;
  }

  types(): string[] {
    return this.received.map(({ event }) => event.event_type);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** @returns what a subscription's customer paid and did not get back, minor units. */
export async function sumPaid(world: World, subscriptionId: string): Promise<number> {
  const transactions = await paddleClient(world)
    .transactions.list({ subscriptionId: [subscriptionId] })
    .next();
  return transactions
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { details }) => sum + Number(details?.adjustedTotals?.grandTotal), 0);
}
