/** What an amount is made of; each a string of minor units, as Paddle writes money. */
export type CheckoutTotals = {
  subtotal: string;
  discount: string;
  tax: string;
  total: string;
  /** What the customer's balance pays of the total; nothing when absent. */
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

/** What the checkout shows of a transaction, with the tax of one country. */
export type CheckoutView = {
  transactionId: string;
  status: 'draft' | 'ready' | 'billed' | 'paid' | 'completed' | 'canceled' | 'past_due';
  /** It takes no money: its card becomes the one of its subscription. */
  changesPaymentMethod: boolean;
  currencyCode: string;
  customer: { id: string; email: string; name: string | null } | undefined;
  address: { id: string | null; countryCode: string; postalCode: string | null } | undefined;
  business: { id: string | null; name: string; taxIdentifier: string | null } | undefined;
  items: readonly CheckoutItem[];
  totals: CheckoutTotals;
  /** What each later period costs, of all items that recur; undefined when none does. */
  recurring: { totals: CheckoutTotals; billingCycle: BillingCycle } | undefined;
  customData: Record<string, unknown> | null;
};

/** What a person filled in, its form checked. The address is absent where only the card changes. */
export type CheckoutPayment = {
  /** Digits alone. */
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
 * `errorCode` is one of Paddle's codes of a failed payment, such as `declined`, or `invalid_card_number` or
 * `expired_card` where the card itself cannot be.
 */
export type PaymentOutcome = { ok: true } | { ok: false; errorCode: string };

/** What the pages need of the sandbox's Paddle. */
export type Checkout = {
  /** The transaction, taxed for this country and tax ID, or for its own address when no country is given. */
  find(transactionId: string, countryCode?: string, taxIdentifier?: string): CheckoutView | undefined;
  /** Takes the payment, or refuses it. To be called only while {@link isPayable}. */
  pay(transactionId: string, payment: CheckoutPayment): PaymentOutcome;
};

/** Whether a payment can be tried. A draft lacks only the address that the checkout asks for. */
export function isPayable({ status, customer }: CheckoutView): boolean {
  return customer !== undefined && ['draft', 'ready', 'billed', 'past_due'].includes(status);
}

/** Whether the buyer says where they are: not for a change of card, nor for what is billed, whose tax is settled. */
export function asksForAddress({ status, changesPaymentMethod }: CheckoutView): boolean {
  return !changesPaymentMethod && (status === 'draft' || status === 'ready');
}
