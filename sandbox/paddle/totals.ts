import type { Amounts, Details, LineItem, Proration, Totals } from './billing-types.ts';
import { productOf } from './catalogue.ts';
import { minor, prorate, rateText, taxOn } from './money.ts';
import { taxRateText } from './tax.ts';
import type { Period, Price } from './types.ts';

/** One line before it has totals. A credit has a negative quantity; `proration` is the part of the price that it is for. */
export type Line = {
  price: Price;
  quantity: number;
  proration?: { partMs: number; wholeMs: number; period: Period };
};

type Priced = { subtotal: number; tax: number };

function netOf({ price, proration }: Line, quantity: number): number {
  const full = Number(price.unit_price.amount) * quantity;
  return proration ? prorate(full, proration.partMs, proration.wholeMs) : full;
}

function priceLine(line: Line, quantity: number, taxPerMille: number): Priced {
  const subtotal = netOf(line, quantity);
  return { subtotal, tax: taxOn(subtotal, taxPerMille) };
}

function amounts({ subtotal, tax }: Priced): Amounts {
  return { subtotal: minor(subtotal), discount: '0', tax: minor(tax), total: minor(subtotal + tax) };
}

/** A line's proration as the API shows it. */
export function prorationOf({ proration }: Line): Proration | null {
  return proration
    ? { rate: rateText(proration.partMs, proration.wholeMs), billing_period: proration.period }
    : null;
}

export type Settlement = {
  /** What the customer has to their credit, minor units. */
  creditBalance: number;
  taxPerMille: number;
  /** Makes the ids of the lines. */
  newId: (prefix: string) => string;
};

/**
 * Adds up lines: tax is rounded line by line, the total is their sum, a customer's credit pays first, and a negative
 * total becomes such credit. Nothing is rounded twice, so the lines add up to the totals to the cent.
 */
export function detailsOf(
  lines: readonly Line[],
  { creditBalance, taxPerMille, newId }: Settlement,
): Details {
  const all = lines.map((line) => priceLine(line, line.quantity, taxPerMille));
  const sum: Priced = {
    subtotal: all.reduce((total, one) => total + one.subtotal, 0),
    tax: all.reduce((total, one) => total + one.tax, 0),
  };
  const total = sum.subtotal + sum.tax;
  const credit = Math.min(Math.max(total, 0), creditBalance);
  const creditToBalance = Math.max(-total, 0);
  const grandTotal = total - credit + creditToBalance;
  const rate = taxRateText(taxPerMille);
  const totals: Totals = {
    ...amounts(sum),
    credit: minor(credit),
    credit_to_balance: minor(creditToBalance),
    balance: minor(grandTotal),
    grand_total: minor(grandTotal),
    // The tax within the grand total, which has the totals' own proportion of tax.
    grand_total_tax: minor(total > 0 ? prorate(sum.tax, grandTotal, total) : 0),
    fee: null,
    earnings: null,
    currency_code: 'USD',
  };
  const lineItems = lines.map(
    (line, index): LineItem => ({
      id: newId('txnitm'),
      price_id: line.price.id,
      quantity: line.quantity,
      tax_rate: rate,
      unit_totals: amounts(priceLine(line, 1, taxPerMille)),
      totals: amounts(all[index] ?? { subtotal: 0, tax: 0 }),
      product: productOf(line.price),
      proration: prorationOf(line),
    }),
  );
  return { tax_rates_used: [{ tax_rate: rate, totals: amounts(sum) }], totals, line_items: lineItems };
}
