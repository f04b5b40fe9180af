import { z } from 'zod';
import { money } from '#app/domain/billing/money.ts';
import { billedPlanIds, type CataloguePrice, priceKinds } from '#app/domain/billing/offer.ts';
import { billingPeriods } from '#app/domain/billing/subscription.ts';
import { type Calls, listAll } from './client.ts';
import { currencySchema, idSchema, minorUnitsSchema } from './wire.ts';

/** The purpose of a price: its `custom_data`, which only we write, makes it ours, and keeps its meaning once retired. */
const priceMeaningSchema = z.object({
  planId: z.enum(billedPlanIds),
  kind: z.enum(priceKinds),
  period: z.enum(billingPeriods),
});

/** @returns an item of a subscription, with the purpose of its price; null for a price that is not ours. */
export function billedItemOf({ price, quantity }: { price: { custom_data?: unknown }; quantity: number }) {
  return { price: priceMeaningSchema.safeParse(price.custom_data).data ?? null, quantity };
}

/** Whether a price includes tax. `account_setting`, which the API does not return, is read as "without" (README). */
export const taxModeSchema = z
  .enum(['account_setting', 'external', 'internal'])
  .catch('account_setting')
  .transform((mode) => mode === 'internal');

const ourPriceSchema = z
  .object({
    id: idSchema,
    status: z.literal('active'),
    unit_price: z.object({ amount: minorUnitsSchema, currency_code: currencySchema }),
    custom_data: priceMeaningSchema,
    tax_mode: taxModeSchema,
  })
  .transform(({ id, unit_price: { amount, currency_code }, custom_data, tax_mode }): CataloguePrice => {
    return { priceId: id, ...custom_data, unitPrice: money(amount, currency_code), taxInclusive: tax_mode };
  });

/** @returns our prices, without the catalogue's other contents: https://developer.paddle.com/api-reference/prices/list-prices */
export async function readPrices(calls: Calls): Promise<CataloguePrice[]> {
  const prices: CataloguePrice[] = [];
  const entity = z.looseObject({ id: idSchema });
  for await (const price of listAll(calls, '/prices', { status: 'active' }, entity, 'cached')) {
    const { data } = ourPriceSchema.safeParse(price);
    if (data) prices.push(data);
  }
  return prices;
}
