/** The wire shapes of Paddle Billing's API, version 1, as far as the sandbox speaks it: instants are ISO 8601, money is
 * a string of minor units. Source: https://developer.paddle.com/api-reference. */

export type CustomData = Record<string, unknown> | null;
type Status = 'active' | 'archived';
type Money = { amount: string; currency_code: 'USD' };
export type Period = { starts_at: string; ends_at: string };
export type Cycle = { interval: 'month' | 'year'; frequency: 1 };

export type Entity = { id: string; created_at: string; updated_at: string };

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

export type CardDetails = {
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
  card: CardDetails;
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

/** The price of a line: from the catalogue, or created for a single charge and without a cycle. */
export type Price = Entity & {
  product_id: string;
  description: string;
  type: 'standard';
  name: string;
  billing_cycle: Cycle | null;
  trial_period: null;
  tax_mode: 'account_setting' | 'external';
  unit_price: Money;
  unit_price_overrides: never[];
  quantity: { minimum: number; maximum: number };
  status: Status;
  custom_data: CustomData;
  import_meta: null;
};

/** A recurring price of the catalogue. */
export type SoldPrice = Price & {
  billing_cycle: Cycle;
  custom_data: { planId: string; kind: 'plan' | 'executions' | 'workflows'; period: 'monthly' | 'yearly' };
};

/** A price of the catalogue that is charged once. */
export type OneTimePrice = Price & {
  billing_cycle: null;
  custom_data: { planId: string; kind: 'overage'; period: 'monthly' };
};
