/** What an order comes to; each amount a string of minor units. */
export type CheckoutTotals = {
  subtotal: string;
  discount: string;
  tax: string;
  /** Net and tax together. */
  total: string;
  /** Of the customer's balance, what pays for a part of it. */
  credit: string;
  /** Still to be paid; zero once it is. */
  balance: string;
  /** The total without the credit. */
  grand_total: string;
};

export type CheckoutItem = {
  priceId: string;
  name: string;
  description: string;
  quantity: number;
  /** Minor units, before tax. */
  subtotal: string;
  period: 'monthly' | 'yearly';
};

/** What the checkout shows of a transaction. */
export type CheckoutView = {
  transactionId: string;
  status: 'draft' | 'ready' | 'billed' | 'paid' | 'completed' | 'canceled' | 'past_due';
  /** Whether this only stores another card: nothing is bought and the total is zero. */
  isPaymentMethodChange: boolean;
  items: readonly CheckoutItem[];
  totals: CheckoutTotals;
  /** Of the first item, such as `0.19`. */
  taxRate: string;
  currencyCode: string;
  customer: { id: string; email: string; name: string | null } | undefined;
  address: { countryCode: string; postalCode: string | null } | undefined;
  business: { name: string; taxIdentifier: string | null } | undefined;
};

/** What a person typed; without a country where only the card changes. */
export type CheckoutForm = {
  cardNumber: string;
  /** `MM/YY` or `MM/YYYY`. */
  expiry: string;
  cvc: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  countryCode?: string;
  postalCode?: string;
  businessName?: string;
  taxIdentifier?: string;
};

/** Why nothing was paid: by the card's bank, because of a field, or because the transaction cannot be paid (any more). */
export type CheckoutErrorCode =
  | 'declined'
  | 'invalid_card_number'
  | 'invalid_expiry'
  | 'invalid_cvc'
  | 'invalid_name'
  | 'invalid_country'
  | 'customer_missing'
  | 'not_payable'
  | 'not_found';

export type CheckoutOutcome = { ok: true } | { ok: false; errorCode: CheckoutErrorCode };

/** What the pages need of the sandbox's Paddle. */
export type Checkout = {
  find(transactionId: string): CheckoutView | undefined;
  /** The same transaction with the tax of another country or of a company; nothing is stored. */
  quote(
    transactionId: string,
    form: { countryCode?: string; taxIdentifier?: string },
  ): CheckoutView | undefined;
  pay(transactionId: string, form: CheckoutForm): CheckoutOutcome;
};
