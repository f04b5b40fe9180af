import { allPrices, findPrice } from './catalogue.ts';
import { entityNotFound, invalidField, PaddleError } from './errors.ts';
import type { Held } from './proration.ts';

/** Resolves the prices of requested items. Throws for unknown or repeated prices, mixed billing cycles and quantities out of bounds. */
export function resolveItems(
  items: readonly { price_id: string; quantity: number }[],
  group: 'subscription' | 'transaction',
): Held[] {
  const held = items.map(({ price_id, quantity }, index) => {
    const price = findPrice(price_id);
    // One-time prices are sold only by a charge: everything else that the product buys recurs.
    if (!price && allPrices.some(({ id }) => id === price_id))
      throw new PaddleError(400, 'bad_request', 'only recurring prices can be bought here');
    if (!price) throw entityNotFound(price_id);
    const { minimum, maximum } = price.quantity;
    if (quantity < minimum || quantity > maximum)
      throw invalidField([
        { field: `items.${index}.quantity`, message: `must be between ${minimum} and ${maximum}` },
      ]);
    return { price, quantity };
  });
  if (new Set(items.map(({ price_id }) => price_id)).size < items.length)
    throw new PaddleError(
      400,
      `${group}_duplicate_price_ids`,
      `a ${group} cannot have multiple items with the same price_id`,
      `${group}s`,
    );
  if (new Set(held.map(({ price }) => price.billing_cycle.interval)).size > 1)
    throw new PaddleError(400, 'bad_request', 'all recurring items must have the same billing cycle');
  return held;
}
