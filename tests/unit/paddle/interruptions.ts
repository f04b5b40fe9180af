import { expect } from 'vitest';
import { itemsOf } from '#app/domain/billing/offer.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { paddleBilling } from '#app/integrations/paddle/paddle-billing.ts';
import { paddleApiKey, type World } from '../sandbox/harness.ts';
import { billingAt, buy, starter } from './harness.ts';

const monthly = { starter: 2_400, 'pro-1': 6_000, 'pro-2': 12_000 } as const;
export type PlanId = keyof typeof monthly;

/** The call of that number, from 0, is refused, does not arrive, or is made and its answer lost. Each retry of it fails too. */
export interface Fault {
  at: number;
  kind: 'refused' | 'cut' | 'lost';
}

/** Paddle over a line on which the calls of one method at a time can fail. */
function interruptible(world: World) {
  let faults: readonly Fault[] = [];
  let calls: string[] = [];
  const fetchOver: typeof fetch = async (address, init) => {
    const call = `${init?.method} ${new URL(String(address)).pathname}`;
    const isRetry = init?.method === 'GET' && call === calls.at(-1);
    if (!isRetry) calls.push(call);
    const kind = faults.find(({ at }) => at === calls.length - 1)?.kind;
    if (kind === 'refused')
      return Response.json({ error: { code: 'concurrent_modification', detail: '' } }, { status: 409 });
    const answer = kind !== 'cut' && (await fetch(address, { ...init, signal: null }));
    if (!answer || kind === 'lost') throw new TypeError(kind);
    return answer;
  };
  const clock = { now: () => Date.now() };
  const outbound = createOutbound({ fetch: fetchOver, clock, cache: memoryCache(1), wait: async () => {} });
  const reportError = (error: unknown) => void error;
  const billing = paddleBilling({ apiUrl: world.url, apiKey: paddleApiKey, outbound, clock, reportError });
  /** @returns the calls that the method makes while these faults last. */
  return async (work: (billing: BillingProvider) => Promise<unknown>, by: readonly Fault[]) => {
    [faults, calls] = [by, []];
    await work(billing).catch(ignoreRefusal);
    return calls;
  };
}

/** A refusal by the provider or a rule changes nothing; the next step of a history follows. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

let customers = 0;

/** A subscription whose account pays for `paid`, and has changed to `wanted` with the next bill. */
export async function changeLater(world: World, paid: PlanId, wanted: PlanId) {
  const billing = billingAt(world.url);
  customers += 1;
  const email = `ada-${customers}@example.com`;
  const { prices, subscriptionId: id } = await buy(world, billing, { ...starter, planId: paid }, { email });
  const change = (planId: PlanId) =>
    billing.change(id, itemsOf({ ...starter, planId }, prices), 'next-cycle');
  await change(wanted);
  return {
    id,
    billing,
    change,
    interrupt: interruptible(world),
    /** Cancels as an operator does, who sees it if the subscription is ending already. */
    cancelAtProvider: () =>
      world.post(
        `/subscriptions/${id}/cancel`,
        { effective_from: 'next_billing_period' },
        { authorization: `Bearer ${paddleApiKey}` },
      ),
    expectFunded: (history: unknown) => expectFunded(world, id, JSON.stringify(history)),
    expectSettled: (history: unknown) => expectSettled(world, id, JSON.stringify(history)),
  };
}

/** Expects the limits in force to be paid for, or on a coming bill. */
async function expectFunded(world: World, id: string, history: string): Promise<void> {
  const { billing, planId, paid } = await readState(world, id);
  const next = await billing.nextPayment(id);
  expect(paid + (next?.postponed?.amount ?? 0), history).toBeGreaterThanOrEqual(monthly[planId]);
}

/** Expects a charge of a cancellation only where no bill contains its sum again, and where it pays for the limits in force. */
async function expectSettled(world: World, id: string, history: string): Promise<void> {
  const { planId, isEnding, paid, charged } = await readState(world, id);
  if (isEnding && charged > 0) expect(paid, history).toBe(monthly[planId]);
  else expect(charged, history).toBe(0);
}

/** Sums are of this period, in minor units, without what is refunded or being refunded. */
async function readState(world: World, id: string) {
  const billing = billingAt(world.url);
  const { planId, cancelsAt } = (await billing.subscription(id)).subscription;
  const answer = await world.get(`/transactions?subscription_id=${id}&include=adjustments`, {
    headers: { authorization: `Bearer ${paddleApiKey}` },
  });
  const { data }: { data: Transaction[] } = JSON.parse(await answer.text());
  const kept = data.filter(({ status, adjustments }) => status === 'completed' && adjustments.length === 0);
  const charges = kept.filter(({ origin }) => origin === 'subscription_charge');
  return {
    billing,
    planId: planId as PlanId,
    isEnding: cancelsAt !== null,
    paid: sumOf(kept),
    charged: sumOf(charges),
  };
}

interface Transaction {
  status: string;
  origin: string;
  adjustments: unknown[];
  details: { totals: { total: string } };
}

function sumOf(transactions: readonly Transaction[]): number {
  return transactions.reduce((sum, { details }) => sum + Number(details.totals.total), 0);
}
