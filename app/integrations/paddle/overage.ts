import { z } from 'zod';
import type { OverageCharge } from '#app/domain/billing/overage-charge.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { readBilled } from './billed-subscription.ts';
import { type Calls, listAll, type Paddle } from './client.ts';
import { idSchema, subscriptionPath } from './wire.ts';

/** `custom_data.kind` of the price of each such charge: `transaction-event.ts` knows the charge by it. */
export const OVERAGE_KIND = 'overage';

/** Paddle's default maximum of 100 is for prices that people buy. */
const MAX_UNITS = 100_000;

const chargesSchema = z.object({
  id: idSchema,
  items: z.array(
    z.object({
      price: z.object({
        custom_data: z
          .object({ kind: z.string(), month: z.string(), part: z.number() })
          .nullish()
          .catch(null),
      }),
    }),
  ),
});

/**
 * Each state of a charge but `canceled`. A declined one is past due, and stays Paddle's to collect.
 * https://developer.paddle.com/api-reference/transactions/list-transactions
 */
const MADE = 'billed,paid,completed,past_due';

/** @returns the method that charges a closed month. Reading and charging have a deadline each: a charge waits for a bank. */
export function overageMethods(paddle: Paddle): Pick<BillingProvider, 'chargeOverage'> {
  return {
    async chargeOverage(charge) {
      const isMade = await paddle('billing_unavailable', (calls) => findCharge(calls, charge));
      // The answer to an earlier try was lost.
      if (isMade) return;
      const { subscriptionId } = charge;
      const { productId } = await paddle('billing_unavailable', (calls) => readBilled(calls, subscriptionId));
      if (productId === null) throw new AppError('plan_change_failed');
      await paddle('plan_change_failed', (calls) =>
        calls.send(
          'POST',
          subscriptionPath(subscriptionId, '/charge'),
          chargeBody(charge, productId),
          z.unknown(),
        ),
      );
    },
  };
}

/**
 * Paddle has no idempotency key: the price's custom data identifies the charge, which each attempt looks up first.
 */
async function findCharge(calls: Calls, { subscriptionId, month, part }: OverageCharge): Promise<boolean> {
  const query = { subscription_id: subscriptionId, status: MADE };
  for await (const { items } of listAll(calls, '/transactions', query, chargesSchema)) {
    const isMade = items.some(
      ({ price: { custom_data: of } }) => of?.kind === OVERAGE_KIND && of.month === month && of.part === part,
    );
    if (isMade) return true;
  }
  return false;
}

/**
 * https://developer.paddle.com/api-reference/subscriptions/create-subscription-charge. `immediately`, since the next
 * bill may be a year away, may never come, and its total shows pending plan changes. A declined charge makes the
 * subscription past due: the executions have run, and Paddle collects the payment as for a bill.
 */
function chargeBody({ month, part, units, unitPrice, taxInclusive }: OverageCharge, productId: string) {
  const price = {
    product_id: productId,
    name: `1,000 executions beyond the plan, ${month}`,
    description: `1,000 executions beyond the plan, ${month}`,
    tax_mode: taxInclusive ? 'internal' : 'external',
    unit_price: { amount: String(unitPrice.amount), currency_code: unitPrice.currency },
    quantity: { minimum: 1, maximum: MAX_UNITS },
    custom_data: { kind: OVERAGE_KIND, month, part },
  };
  return {
    effective_from: 'immediately',
    items: [{ quantity: units, price }],
    on_payment_failure: 'apply_change',
  };
}
