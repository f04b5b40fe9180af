import { createHash } from 'node:crypto';
import type { Cycle, OneTimePrice, Price, Product, SoldPrice } from './types.ts';

// A catalogue's entities are older than everything that refers to them.
const createdAt = '2025-01-01T00:00:00.000Z';
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The same id on every machine, so that a product's configuration can name it. */
function createFixedId(prefix: string, name: string): string {
  const digest = createHash('sha256').update(`${prefix}:${name}`).digest();
  const characters = [...digest.subarray(0, 20)].map((byte) => alphabet[byte % 32]).join('');
  return `${prefix}_01jgfj${characters}`;
}

const monthly: Cycle = { interval: 'month', frequency: 1 };
const yearly: Cycle = { interval: 'year', frequency: 1 };

function product(planId: string, name: string, description: string): Product {
  return {
    id: createFixedId('pro', planId),
    name,
    type: 'standard',
    description,
    tax_category: 'saas',
    image_url: null,
    custom_data: { planId },
    status: 'active',
    import_meta: null,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

const starter = product('starter', 'Starter', '2,500 executions a month and 5 active workflows');
const pro1 = product('pro-1', 'Pro 10k', '10,000 executions a month and 15 active workflows');
const pro2 = product('pro-2', 'Pro 50k', '50,000 executions a month and 50 active workflows');
const custom = product('custom', 'Custom', 'Executions and active workflows as you choose them');

export const products: readonly Product[] = [starter, pro1, pro2, custom];

type Kind = SoldPrice['custom_data']['kind'];

function pricePair(
  of: Product,
  kind: Kind,
  name: string,
  monthlyCents: number,
  yearlyCents: number,
): SoldPrice[] {
  const planId = String(of.custom_data?.planId);
  return (
    [
      ['monthly', monthly, monthlyCents],
      ['yearly', yearly, yearlyCents],
    ] as const
  ).map(([period, cycle, cents]) => ({
    id: createFixedId('pri', `${planId}/${kind}/${period}`),
    product_id: of.id,
    description: `${of.name}, ${name}, ${period}`,
    type: 'standard',
    name: `${name}, ${period}`,
    billing_cycle: cycle,
    trial_period: null,
    tax_mode: 'account_setting',
    unit_price: { amount: String(cents), currency_code: 'USD' },
    unit_price_overrides: [],
    quantity: { minimum: 1, maximum: kind === 'plan' ? 1 : 10_000 },
    status: 'active',
    custom_data: { planId, kind, period },
    import_meta: null,
    created_at: createdAt,
    updated_at: createdAt,
  }));
}

function overagePrice(of: Product, cents: number): OneTimePrice {
  const planId = String(of.custom_data?.planId);
  return {
    id: createFixedId('pri', `${planId}/overage`),
    product_id: of.id,
    description: `${of.name}, 1,000 executions beyond the plan`,
    type: 'standard',
    name: '1,000 executions beyond the plan',
    billing_cycle: null,
    trial_period: null,
    tax_mode: 'account_setting',
    unit_price: { amount: String(cents), currency_code: 'USD' },
    unit_price_overrides: [],
    quantity: { minimum: 1, maximum: 10_000 },
    status: 'active',
    custom_data: { planId, kind: 'overage', period: 'monthly' },
    import_meta: null,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

/** Executions beyond a plan's, in US cents: more than they cost within it. */
const overagePrices: readonly OneTimePrice[] = [
  overagePrice(pro1, 800),
  overagePrice(pro2, 400),
  overagePrice(custom, 300),
];

/** All that recurs, in US cents. A year costs ten months. */
export const prices: readonly SoldPrice[] = [
  ...pricePair(starter, 'plan', 'Plan', 2_400, 24_000),
  ...pricePair(pro1, 'plan', 'Plan', 6_000, 60_000),
  ...pricePair(pro2, 'plan', 'Plan', 12_000, 120_000),
  ...pricePair(custom, 'plan', 'Plan', 12_000, 120_000),
  ...pricePair(custom, 'executions', '1,000 executions a month', 200, 2_000),
  ...pricePair(custom, 'workflows', 'Active workflow', 100, 1_000),
];

/** All that is sold. */
export const allPrices: ReadonlyArray<SoldPrice | OneTimePrice> = [...prices, ...overagePrices];

const productsById = new Map(products.map((found) => [found.id, found]));
const pricesById = new Map(prices.map((found) => [found.id, found]));

/** The recurring price of an id, or undefined when nothing like it is sold. */
export function findPrice(id: string): SoldPrice | undefined {
  return pricesById.get(id);
}

export function findProduct(id: string): Product | undefined {
  return productsById.get(id);
}

/** What a price is of. Each price of the catalogue has a product, so a missing one is a programming error. */
export function productOf(price: Price): Product {
  const found = productsById.get(price.product_id);
  if (!found) throw new Error(`the price ${price.id} has no product`);
  return found;
}
