import type { OverageCharge } from '#app/domain/billing/overage-charge.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { readBilled } from './billed-subscription.ts';
import { createCharge, findCharge } from './charges.ts';
import type { Paddle } from './client.ts';

/** `custom_data.kind` of the price of each such charge: `transaction-event.ts` knows the charge by it. */
export const OVERAGE_KIND = 'overage';

/** Paddle's default maximum of 100 is for prices that people buy. */
const MAX_UNITS = 100_000;

/**
 * Each state (https://developer.paddle.com/api-reference/transactions/list-transactions) but `canceled`: a declined
 * charge is past due, and stays Paddle's to collect.
 */
const MADE = 'billed,paid,completed,past_due';

/** @returns the method that charges a closed month. Reading and charging have a deadline each: a charge waits for a bank. */
export function overageMethods(paddle: Paddle): Pick<BillingProvider, 'chargeOverage'> {
  return {
    async chargeOverage(charge) {
      const { subscriptionId, month, part } = charge;
      const data = { kind: OVERAGE_KIND, month, part };
      const query = { subscription_id: subscriptionId, status: MADE };
      const made = await paddle('billing_unavailable', (calls) => findCharge(calls, query, data));
      // The answer to an earlier try was lost.
      if (made !== null) return;
      const { productId } = await paddle('billing_unavailable', (calls) => readBilled(calls, subscriptionId));
      if (productId === null) throw new AppError('plan_change_failed');
      const price = { product_id: productId, ...priceOf(charge), custom_data: data };
      // Now: the next bill may be a year away, may never come, and its total shows pending plan changes. A declined charge
      // makes the subscription past due: the executions have run, and Paddle collects the payment as for a bill.
      const options = { quantity: charge.units, onFailure: 'apply_change' } as const;
      await paddle('plan_change_failed', (calls) => createCharge(calls, subscriptionId, price, options));
    },
  };
}

function priceOf({ month, unitPrice, taxInclusive }: OverageCharge) {
  return {
    name: `1,000 executions beyond the plan, ${month}`,
    tax_mode: taxInclusive ? 'internal' : 'external',
    unit_price: { amount: String(unitPrice.amount), currency_code: unitPrice.currency },
    quantity: { minimum: 1, maximum: MAX_UNITS },
  };
}
