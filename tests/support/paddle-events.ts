import type { Client } from '@libsql/client';
import type { Subscription } from '#sandbox/paddle/billing-types.ts';
import { prices, productOf } from '#sandbox/paddle/catalogue.ts';
import { idMaker } from '#sandbox/paddle/ids.ts';
import { periodFrom } from '#sandbox/paddle/periods.ts';
import type { SoldPrice } from '#sandbox/paddle/types.ts';
import { type Owner, setUpOwner } from './people.ts';
import type { TestPortal } from './portal-client.ts';

export const newPaddleId = idMaker(() => Date.now());

/** The reference of an account's checkout, which `rememberTestCheckout` stores. */
export function testReference(accountId: string): string {
  return `chk_${accountId}`;
}

/** Assigns the subscriptions of `paddleSubscription` to the account, as a checkout through the portal does. */
export async function rememberTestCheckout(database: Client, accountId: string): Promise<void> {
  const sql = 'UPDATE accounts SET checkout_reference = ? WHERE id = ?';
  await database.execute({ sql, args: [testReference(accountId), accountId] });
}

/** A subscription of one plan in Paddle's form. @param at when it was bought, UTC ms. */
export function paddleSubscription(
  accountId: string,
  { id = newPaddleId('sub'), planId = 'starter', period = 'monthly', at = Date.now() } = {},
): Subscription {
  const price = planPrice(planId, period);
  const boughtAt = new Date(at).toISOString();
  const billed = periodFrom(at, price.billing_cycle);
  return {
    id,
    status: 'active',
    customer_id: newPaddleId('ctm'),
    address_id: newPaddleId('add'),
    business_id: null,
    currency_code: 'USD',
    started_at: boughtAt,
    first_billed_at: boughtAt,
    next_billed_at: billed.ends_at,
    paused_at: null,
    canceled_at: null,
    discount: null,
    collection_mode: 'automatic',
    billing_details: null,
    current_billing_period: billed,
    billing_cycle: price.billing_cycle,
    scheduled_change: null,
    items: [
      {
        status: 'active',
        quantity: 1,
        recurring: true,
        created_at: boughtAt,
        updated_at: boughtAt,
        previously_billed_at: boughtAt,
        next_billed_at: billed.ends_at,
        trial_dates: null,
        price,
        product: productOf(price),
      },
    ],
    custom_data: { accountId, checkout: testReference(accountId) },
    import_meta: null,
    created_at: boughtAt,
    updated_at: boughtAt,
  };
}

/** An event as Paddle sends it. @param occurredAt ISO 8601. @returns its id and the body of its webhook. */
export function paddleEvent(
  type: string,
  data: object,
  occurredAt = new Date().toISOString(),
): { id: string; body: string } {
  const id = newPaddleId('evt');
  const event = { event_id: id, event_type: type, occurred_at: occurredAt };
  return { id, body: JSON.stringify({ ...event, notification_id: newPaddleId('ntf'), data }) };
}

function planPrice(planId: string, period: string): SoldPrice {
  const found = prices.find(
    ({ custom_data: of }) => of.kind === 'plan' && of.planId === planId && of.period === period,
  );
  if (!found) throw new Error(`Nobody sells ${planId} ${period}.`);
  return found;
}

/** An owner whose account has begun a checkout. */
export async function setUpBuyer(portal: TestPortal, database: Client): Promise<Owner> {
  const owner = await setUpOwner(portal, database);
  await rememberTestCheckout(database, owner.accountId);
  return owner;
}
