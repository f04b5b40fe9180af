/** The wire shapes of purchases and bills; as in types.ts. */
import type { CardDetails, CustomData, Cycle, Entity, Period, Price, Product, SoldPrice } from './types.ts';

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
  /** The part of the customer's balance that pays for this. */
  credit: string;
  /** The amount that a negative total adds to the customer's balance. */
  credit_to_balance: string;
  /** The amount that is still to be paid. */
  balance: string;
  grand_total: string;
  grand_total_tax: string;
  fee: null;
  earnings: null;
  currency_code: 'USD';
};

type AdjustedTotals = {
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
  payment_method_id: string | null;
  amount: string;
  status: 'captured' | 'error';
  error_code: 'declined' | null;
  method_details: { type: 'card'; card: CardDetails };
  created_at: string;
  captured_at: string | null;
};

type TransactionStatus = 'draft' | 'ready' | 'billed' | 'paid' | 'completed' | 'canceled' | 'past_due';

export type TransactionOrigin =
  | 'api'
  | 'web'
  | 'subscription_recurring'
  | 'subscription_update'
  | 'subscription_charge'
  | 'subscription_payment_method_change';

type TransactionItem = {
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

type SubscriptionStatus = 'active' | 'past_due' | 'paused' | 'canceled';

export type SubscriptionItem = {
  status: 'active' | 'inactive';
  quantity: number;
  recurring: true;
  created_at: string;
  updated_at: string;
  previously_billed_at: string | null;
  next_billed_at: string | null;
  trial_dates: null;
  price: SoldPrice;
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
  status: 'pending_approval' | 'approved';
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

/** An event, as the events list and a webhook's body contain it. */
export type PaddleEvent = {
  event_id: string;
  event_type: string;
  occurred_at: string;
  notification_id: string;
  data: Record<string, unknown>;
};
