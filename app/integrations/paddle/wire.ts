import { z } from 'zod';
import type { PurchaseItem } from '#app/domain/billing/offer.ts';
import type { CheckoutClaim } from '#app/domain/billing/provider-event.ts';

/** The parts of Paddle's answers and events: https://developer.paddle.com/api-reference/about/data-types */

/** A name that Paddle's machines make. Half a surrogate pair in the database would fail each statement that reads it. */
export const idSchema = z.string().regex(/^[!-~]{1,100}$/);

/** An instant as Paddle writes it, to the microsecond where it orders events. */
export const instantSchema = z.iso.datetime({ offset: true });

/** The same as UTC ms. */
export const epochMsSchema = instantSchema.transform((text) => Date.parse(text)).pipe(z.number().int());

/** An amount, which Paddle writes as text in minor units; a number represents 15 digits exactly. */
export const minorUnitsSchema = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);

export const currencySchema = z.string().regex(/^[A-Z]{3}$/);

export const webUrlSchema = z.url({ protocol: /^https?$/ });

/** The purchased items, in the form of Paddle's requests. */
export function toPaddleItems(items: readonly PurchaseItem[]): Array<{ price_id: string; quantity: number }> {
  return items.map(({ priceId, quantity }) => ({ price_id: priceId, quantity }));
}

const claimSchema = z.object({ accountId: idSchema, checkout: idSchema.nullish().catch(null) });

/** @returns the checkout that an entity's `custom_data` names. */
export function claimOf(customData: unknown): CheckoutClaim {
  const { data } = claimSchema.safeParse(customData);
  return { accountId: data?.accountId ?? null, reference: data?.checkout ?? null };
}

/** @returns the path of a subscription, whatever its id contains. */
export function subscriptionPath(subscriptionId: string, action = ''): string {
  return `/subscriptions/${encodeURIComponent(subscriptionId)}${action}`;
}
