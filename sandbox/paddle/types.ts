/** The wire shapes of Paddle Billing's API, version 1, as far as the sandbox speaks it: instants are ISO 8601, money is
 * a string of minor units. Source: https://developer.paddle.com/api-reference. */

export type CustomData = Record<string, unknown> | null;
export type Status = 'active' | 'archived';
export type Money = { amount: string; currency_code: 'USD' };
export type Period = { starts_at: string; ends_at: string };
export type Cycle = { interval: 'month' | 'year'; frequency: 1 };

type Entity = { id: string; created_at: string; updated_at: string };

export type Customer = Entity & {
  name: string | null;
  email: string;
  marketing_consent: boolean;
  status: Status;
  custom_data: CustomData;
  locale: string;
  import_meta: null;
};

export type Address = Entity & {
  customer_id: string;
  description: string | null;
  first_line: string | null;
  second_line: string | null;
  city: string | null;
  postal_code: string | null;
  region: string | null;
  country_code: string;
  custom_data: CustomData;
  status: Status;
  import_meta: null;
};

export type Business = Entity & {
  customer_id: string;
  name: string;
  company_number: string | null;
  tax_identifier: string | null;
  status: Status;
  contacts: { name: string; email: string }[];
  custom_data: CustomData;
  import_meta: null;
};

export type Card = {
  type: string;
  last4: string;
  expiry_month: number;
  expiry_year: number;
  cardholder_name: string;
};

export type PaymentMethod = {
  id: string;
  customer_id: string;
  address_id: string;
  type: 'card';
  card: Card;
  paypal: null;
  south_korea_local_card: null;
  underlying_details: null;
  origin: 'saved_during_purchase' | 'subscription';
  saved_at: string;
  updated_at: string;
};

export type Product = Entity & {
  name: string;
  type: 'standard';
  description: string;
  tax_category: 'saas';
  image_url: null;
  custom_data: CustomData;
  status: Status;
  import_meta: null;
};

export type Price = Entity & {
  product_id: string;
  description: string;
  type: 'standard';
  name: string;
  billing_cycle: Cycle;
  trial_period: null;
  tax_mode: 'account_setting';
  unit_price: Money;
  unit_price_overrides: never[];
  quantity: { minimum: number; maximum: number };
  status: Status;
  custom_data: { planId: string; kind: 'plan' | 'executions' | 'workflows'; period: 'monthly' | 'yearly' };
  import_meta: null;
};

export type Amounts = { subtotal: string; discount: string; tax: string; total: string };
export type Proration = { rate: string; billing_period: Period };

export type LineItem = {
  id: string;
  price_id: string;
  quantity: number;
  tax_rate: string;
  unit_totals: Amounts;
  totals: Amounts;
  product: Product;
  proration: Proration | null;
};

export type Totals = Amounts & {
  /** Of the customer's balance, what pays for a part of this. */
  credit: string;
  /** What a negative total adds to the customer's balance. */
  credit_to_balance: string;
  /** Still to be paid. */
  balance: string;
  grand_total: string;
  grand_total_tax: string;
  fee: null;
  earnings: null;
  currency_code: 'USD';
};

export type AdjustedTotals = {
  subtotal: string;
  tax: string;
  total: string;
  grand_total: string;
  grand_total_tax: string;
  fee: null;
  retained_fee: string;
  earnings: null;
  currency_code: 'USD';
};

export type Details = {
  tax_rates_used: { tax_rate: string; totals: Amounts }[];
  totals: Totals;
  line_items: LineItem[];
};

export type PaymentAttempt = {
  payment_attempt_id: string;
  stored_payment_method_id: string;
  payment_method_id: string;
  amount: string;
  status: 'captured' | 'error';
  error_code: 'declined' | null;
  method_details: { type: 'card'; card: Card };
  created_at: string;
  captured_at: string | null;
};

export type TransactionStatus =
  | 'draft'
  | 'ready'
  | 'billed'
  | 'paid'
  | 'completed'
  | 'canceled'
  | 'past_due';

export type TransactionOrigin =
  | 'api'
  | 'web'
  | 'subscription_recurring'
  | 'subscription_update'
  | 'subscription_payment_method_change';

export type TransactionItem = {
  price_id: string;
  price: Price;
  quantity: number;
  proration: Proration | null;
};

export type Transaction = Entity & {
  status: TransactionStatus;
  customer_id: string | null;
  address_id: string | null;
  business_id: string | null;
  custom_data: CustomData;
  currency_code: 'USD';
  origin: TransactionOrigin;
  subscription_id: string | null;
  invoice_id: string | null;
  invoice_number: string | null;
  collection_mode: 'automatic';
  discount_id: null;
  billing_details: null;
  billing_period: Period | null;
  items: TransactionItem[];
  details: Details & { adjusted_totals: AdjustedTotals; payout_totals: null; adjusted_payout_totals: null };
  payments: PaymentAttempt[];
  checkout: { url: string } | null;
  billed_at: string | null;
  revised_at: null;
};

export type SubscriptionStatus = 'active' | 'past_due' | 'paused' | 'canceled';

export type SubscriptionItem = {
  status: 'active' | 'inactive';
  quantity: number;
  recurring: true;
  created_at: string;
  updated_at: string;
  previously_billed_at: string | null;
  next_billed_at: string | null;
  trial_dates: null;
  price: Price;
  product: Product;
};

export type ScheduledChange = {
  action: 'cancel' | 'pause' | 'resume';
  effective_at: string;
  resume_at: string | null;
};

export type Subscription = Entity & {
  status: SubscriptionStatus;
  customer_id: string;
  address_id: string;
  business_id: string | null;
  currency_code: 'USD';
  started_at: string;
  first_billed_at: string;
  next_billed_at: string | null;
  paused_at: string | null;
  canceled_at: string | null;
  discount: null;
  collection_mode: 'automatic';
  billing_details: null;
  current_billing_period: Period | null;
  billing_cycle: Cycle;
  scheduled_change: ScheduledChange | null;
  items: SubscriptionItem[];
  custom_data: CustomData;
  import_meta: null;
};

/** A transaction that does not exist yet. */
export type TransactionPreview = { billing_period: Period; details: Details; adjustments: never[] };

export type Adjustment = Entity & {
  action: 'refund';
  type: 'full' | 'partial';
  transaction_id: string;
  subscription_id: string | null;
  customer_id: string;
  reason: string;
  credit_applied_to_balance: false;
  currency_code: 'USD';
  status: 'pending_approval' | 'approved' | 'rejected';
  items: {
    id: string;
    item_id: string;
    type: 'full' | 'partial';
    amount: string;
    proration: null;
    totals: { subtotal: string; tax: string; total: string };
  }[];
  totals: {
    subtotal: string;
    tax: string;
    total: string;
    fee: string;
    retained_fee: string;
    earnings: string;
    currency_code: 'USD';
  };
  payout_totals: null;
};

/** An event as the events list and a webhook's body show it. */
export type PaddleEvent = {
  event_id: string;
  event_type: string;
  occurred_at: string;
  notification_id: string;
  data: Record<string, unknown>;
};
