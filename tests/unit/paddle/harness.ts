import { itemsOf, type PlanChoice } from '#app/domain/billing/offer.ts';
import type { OverageCharge } from '#app/domain/billing/overage-charge.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { paddleBilling } from '#app/integrations/paddle/paddle-billing.ts';
import { paddleApiKey, type World } from '../sandbox/harness.ts';
import { paddleClient, pay } from '../sandbox/paddle-harness.ts';

export const accountId = 'acc_1';
export const reference = 'chk_1';
export const starter: PlanChoice = { planId: 'starter', period: 'monthly', quota: null };
export const pro: PlanChoice = { planId: 'pro-1', period: 'monthly', quota: null };

/** November's charge: 1,200 executions, billed as two thousands. */
export function november(subscriptionId: string, changes: Partial<OverageCharge> = {}): OverageCharge {
  return {
    accountId,
    month: '2026-11',
    part: 1,
    subscriptionId,
    executions: 1_200,
    units: 2,
    unitPrice: { amount: 800, currency: 'USD' },
    taxInclusive: false,
    status: 'due',
    ...changes,
  };
}

function ignoreError(_error: unknown): void {}

/**
 * The product's adapter for the server at `apiUrl`, with a separate cache. Disables the product's deadlines by default,
 * because a busy machine would miss them.
 */
export function billingAt(
  apiUrl: string,
  { clock = { now: () => Date.now() }, hasDeadlines = false, reportError = ignoreError } = {},
): BillingProvider {
  const outbound = createOutbound({
    fetch: (address, init) => fetch(address, hasDeadlines ? init : { ...init, signal: null }),
    clock,
    cache: memoryCache(20),
  });
  return paddleBilling({ apiUrl, apiKey: paddleApiKey, outbound, clock, reportError });
}

/** Completes a checkout for `choice`. */
export async function buy(
  world: World,
  billing: BillingProvider,
  choice: PlanChoice = starter,
  { card, email = 'ada@example.com', ...fields }: Record<string, string> = {},
) {
  const prices = await billing.prices();
  const customerId = await billing.customer({ email, name: 'Ada Lovelace', accountId });
  const checkout = await billing.checkout({
    customerId,
    accountId,
    reference,
    items: itemsOf(choice, prices),
    returnUrl: 'http://localhost:8787/manage/billing',
    earlier: null,
  });
  await pay(world, checkout.transactionId, card, fields);
  const { subscriptionId } = await paddleClient(world).transactions.get(checkout.transactionId);
  if (subscriptionId === null) throw new Error('Nothing was bought.');
  return { prices, customerId, checkout, subscriptionId };
}

/** @returns the failure's code. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'it succeeded';
}

export async function setFault(world: World, mode: 'none' | 'down' | 'slow'): Promise<void> {
  const response = await world.post('/paddle/faults', { mode });
  if (response.status !== 200) throw new Error(await response.text());
}
