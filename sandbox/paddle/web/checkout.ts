/** The parts of an amount; each a string of minor units, as in Paddle's API. */
export type CheckoutTotals = {
  subtotal: string;
  discount: string;
  tax: string;
  total: string;
  /** The part of the total that the customer's balance pays; none if absent. */
  credit?: string;
};

export type BillingCycle = { interval: 'day' | 'week' | 'month' | 'year'; frequency: number };

type CheckoutItem = {
  priceId: string;
  priceName: string | null;
  product: { id: string; name: string; description: string | null };
  quantity: number;
  billingCycle: BillingCycle | null;
  totals: CheckoutTotals;
};

/** A transaction as the checkout shows it, with the tax of one country. */
export type CheckoutView = {
  transactionId: string;
  status: 'draft' | 'ready' | 'billed' | 'paid' | 'completed' | 'canceled' | 'past_due';
  /** The transaction takes no money: its card becomes the card of its subscription. */
  changesPaymentMethod: boolean;
  currencyCode: string;
  customer: { id: string; email: string; name: string | null } | undefined;
  address: { id: string | null; countryCode: string; postalCode: string | null } | undefined;
  business: { id: string | null; name: string; taxIdentifier: string | null } | undefined;
  items: readonly CheckoutItem[];
  totals: CheckoutTotals;
  /** The cost of each later period, for all recurring items; undefined without recurring items. */
  recurring: { totals: CheckoutTotals; billingCycle: BillingCycle } | undefined;
  customData: Record<string, unknown> | null;
};

/** The validated form. The address is absent if only the card changes. */
export type CheckoutPayment = {
  /** Digits only. */
  cardNumber: string;
  expiry: { month: number; year: number };
  cvc: string;
  name: string;
  countryCode?: string;
  postalCode?: string;
  businessName?: string;
  taxIdentifier?: string;
};

/**
 * `errorCode` is one of Paddle's codes of a failed payment, such as `declined`; or `invalid_card_number` or `expired_card`
 * for an impossible card.
 */
export type PaymentResult = { ok: true } | { ok: false; errorCode: string };

/** The functions of the sandbox's Paddle that the pages use. */
export type CheckoutFunctions = {
  /** The transaction, taxed for this country and tax ID; without a country, for its own address. */
  find(transactionId: string, countryCode?: string, taxIdentifier?: string): CheckoutView | undefined;
  /** Takes the payment, or refuses it. Call only while {@link isPayable}. */
  pay(transactionId: string, payment: CheckoutPayment): PaymentResult;
};

/** Whether a payment can be tried. A draft lacks only the address that the checkout requests. */
export function isPayable({ status, customer }: CheckoutView): boolean {
  return customer !== undefined && ['draft', 'ready', 'billed', 'past_due'].includes(status);
}

/** Whether the buyer enters their address: not for a change of card, nor for a bill, whose tax is final. */
export function asksForAddress({ status, changesPaymentMethod }: CheckoutView): boolean {
  return !changesPaymentMethod && (status === 'draft' || status === 'ready');
}
