import type { Client } from '@libsql/client';
import { call, post, unwrap } from './api-calls.ts';
import { type Owner, setUpOwner } from './people.ts';
import { eventually, type PortalClient, type TestPortal } from './portal-client.ts';
import { one } from './rows.ts';
import { postToSandbox } from './sandbox-calls.ts';

/** A plan as `GET /v1/paddle/plans` lists it, as far as tests read it. */
interface Plan {
  id: string;
  spec: { planId: string; period: string };
  recurring_price: { USD: number };
}

export async function get(
  client: PortalClient,
  path: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await call(client, 'GET', path);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

export function plansOf(client: PortalClient): Promise<Plan[]> {
  return unwrap(call(client, 'GET', '/v1/paddle/plans'));
}

/** @returns a short form of a refusal, with the names of the invalid fields. */
export async function refusalOf(
  answer: Response,
): Promise<{ status: number; code: string; wrong: string[] }> {
  const { code, fields } = (await answer.json()) as { code: string; fields?: Record<string, string> };
  return { status: answer.status, code, wrong: Object.keys(fields ?? {}).sort() };
}

export async function isActive(client: PortalClient): Promise<boolean> {
  return (await call(client, 'HEAD', '/account/billing/active')).status === 204;
}

const payingCard = '4242 4242 4242 4242';
/** Pays for a checkout, and for nothing after it. */
export const decliningCard = '4000 0027 6000 3184';

/** A checkout in the answer of `generatePayLink`. */
export interface BegunCheckout {
  url: string;
  transactionId: string;
}

/** Starts the checkout of a plan through the API. */
export async function beginCheckout(
  client: PortalClient,
  { planId, period }: { planId: string; period: string },
): Promise<BegunCheckout> {
  const plan = (await plansOf(client)).find(({ spec }) => spec.planId === planId && spec.period === period);
  return unwrap(post(client, `/v1/paddle/plan/${plan?.id}/generatePayLink`));
}

/** Buys a plan through the API and the provider's own page. */
export async function subscribe(
  owner: { client: PortalClient; fields: { email: string } },
  plan: { planId: string; period: string },
  cardNumber = payingCard,
): Promise<void> {
  const { url } = await beginCheckout(owner.client, plan);
  const paid = await payAt(url, cardNumber);
  if (!paid.ok) throw new Error(`The checkout answered ${paid.status}: ${await paid.text()}`);
  await untilEventsDelivered(owner.client.portal, owner.fields.email);
}

/** Pays on the provider's own page, whatever its address. */
export function payAt(url: string, cardNumber = payingCard): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams({
      name: 'Ada Lovelace',
      countryCode: 'GB',
      postalCode: 'SW1A 1AA',
      cardNumber,
      expiry: '12/40',
      cvc: '123',
    }),
  });
}

/**
 * Waits until the portal has received all of the provider's events about a customer: nothing changes afterwards.
 * @param email of the person who started the checkout, which is the customer's.
 */
export async function untilEventsDelivered({ sandboxUrl }: TestPortal, email: string): Promise<void> {
  const address = `${sandboxUrl}/paddle/undelivered?${new URLSearchParams({ email })}`;
  await eventually(async () => (await unwrap<{ events: string[] }>(fetch(address))).events.length === 0);
}

/** An owner who has bought a plan. */
export async function payingOwner(
  portal: TestPortal,
  database: Client,
  plan = { planId: 'starter', period: 'monthly' },
): Promise<Owner> {
  const owner = await setUpOwner(portal, database);
  await subscribe(owner, plan);
  return owner;
}

/** Posts a form of /account/change-plan. */
export function postChange(client: PortalClient, fields: Record<string, string>): Promise<Response> {
  return client.post('/account/change-plan', fields);
}

/** A bill as `GET /account/payments` lists it, as far as tests read it. */
interface Bill {
  id: string;
  amount: number;
  status: string;
}

export function billsOf(client: PortalClient): Promise<Bill[]> {
  return unwrap(call(client, 'GET', '/account/payments'));
}

/**
 * Triggers a scenario of the provider, and waits until the portal has received all its events. @throws if the subscription
 * then has another status.
 */
export async function simulate(
  owner: Owner,
  database: Client,
  scenario: string,
  status: string,
): Promise<void> {
  const { client, accountId } = owner;
  const current = 'SELECT id, status FROM subscriptions WHERE account_id = ? AND is_current = 1';
  const row = () => one(database, current, accountId);
  await postToSandbox(client.portal, '/paddle/simulate', { subscriptionId: (await row()).id, scenario });
  await untilEventsDelivered(client.portal, owner.fields.email);
  if ((await row()).status !== status) throw new Error(`After ${scenario} it is ${(await row()).status}.`);
}
