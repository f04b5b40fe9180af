import { z } from 'zod';
import type { PurchaseItem } from '#app/domain/billing/offer.ts';
import { type BegunCheckout, decideCheckout } from '#app/domain/billing/open-checkout.ts';
import type { Checkout, EarlierCheckout } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Calls } from './client.ts';
import { refusalOf } from './failures.ts';
import { readPrices } from './prices.ts';
import { idSchema, minorUnitsSchema, toPaddleItems, webUrlSchema } from './wire.ts';

export const checkoutSchema = z
  .object({ id: idSchema, checkout: z.object({ url: webUrlSchema }) })
  .transform(({ id, checkout }): Checkout => ({ transactionId: id, url: checkout.url }));

const billedPriceSchema = z.object({ id: idSchema, unit_price: z.object({ amount: minorUnitsSchema }) });

const begunSchema = z
  .object({
    status: z.enum(['draft', 'ready', 'billed', 'paid', 'completed', 'canceled', 'past_due']),
    customer_id: idSchema.nullable(),
    subscription_id: idSchema.nullable(),
    items: z.array(z.object({ price: billedPriceSchema, quantity: z.number() })),
  })
  .transform(
    ({ status, customer_id, subscription_id, items }): BegunCheckout => ({
      status,
      customerId: customer_id,
      subscriptionId: subscription_id,
      items: items.map(({ price, quantity }) => ({
        priceId: price.id,
        quantity,
        unitAmount: price.unit_price.amount,
      })),
    }),
  );

/** For a checkout that another request ends, changes or pays at the same time. */
const MAX_ATTEMPTS = 3;

/**
 * @returns the account's last checkout, changed to the wanted items and customer; null when it can no longer be paid,
 *   and another must start.
 * @throws AppError checkout_paid when it was paid and its webhook has not arrived.
 */
export async function continueCheckout(
  calls: Calls,
  earlier: EarlierCheckout,
  { items, customerId }: { items: readonly PurchaseItem[]; customerId: string },
): Promise<Checkout | null> {
  const path = `/transactions/${encodeURIComponent(earlier.transactionId)}`;
  const amounts = new Map(
    (await readPrices(calls)).map(({ priceId, unitPrice }) => [priceId, unitPrice.amount]),
  );
  const priced = items.map((item) => ({ ...item, unitAmount: amounts.get(item.priceId) ?? Number.NaN }));
  for (let attempts = 1; ; attempts += 1) {
    try {
      const found = await calls.get(path, z.intersection(checkoutSchema, begunSchema));
      const decision = decideCheckout(found, { items: priced, customerId }, earlier.endedSubscriptions);
      if (decision === 'paid') throw new AppError('checkout_paid');
      if (decision === 'begin') return null;
      if (decision === 'reuse') return { transactionId: found.transactionId, url: found.url };
      if (decision === 'change') {
        const changes = { items: toPaddleItems(items), customer_id: customerId };
        return await calls.sendRepeatably('PATCH', path, changes, checkoutSchema);
      }
      await calls.sendRepeatably('PATCH', path, { status: 'canceled' }, z.unknown());
      return null;
    } catch (error) {
      const code = refusalOf(error)?.code;
      if (code === 'not_found') return null;
      // Its status changed between the read and the write.
      const hasMoved = code === 'transaction_immutable' || code === 'transaction_invalid_status_change';
      if (!hasMoved || attempts === MAX_ATTEMPTS) throw error;
    }
  }
}
