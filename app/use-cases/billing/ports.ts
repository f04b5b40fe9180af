import type { CataloguePrice, PurchaseItem } from '#app/domain/billing/offer.ts';
import type { Payment, PaymentMethod } from '#app/domain/billing/payment.ts';
import type { ChangePreview, ChargeTime, UpcomingBill } from '#app/domain/billing/plan-change.ts';
import type { ProviderEvent, ProviderSubscription } from '#app/domain/billing/provider-event.ts';

/** A checkout that a person goes through at the provider's. */
export interface Checkout {
  /** What the provider's script opens in its overlay. */
  transactionId: string;
  /** The same as a page, where that script cannot run. */
  url: string;
}

/** What an account began last. */
export interface EarlierCheckout {
  transactionId: string;
  /** The provider's ids of the subscriptions that the account had and has no more. */
  endedSubscriptions: readonly string[];
}

/** Whom a bill names beside the account. */
export interface BillingDetails {
  companyName: string | null;
  taxId: string | null;
  addressLine: string | null;
  city: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/**
 * The billing provider (Paddle Billing). Each method is its calls with a deadline of 3 s together (spec §7).
 * @throws AppError billing_unavailable when it does not answer; others as each says.
 */
export interface BillingProvider {
  /** @returns our prices in its catalogue, at most 5 minutes old; the last known ones while it is down. */
  prices(): Promise<CataloguePrice[]>;
  /** @returns its id of the account's customer, made when there is none. */
  customer(input: { email: string; name: string; accountId: string }): Promise<string>;
  /**
   * Begins a checkout, or goes on with the earlier one; only what this returns can be paid then.
   * @throws AppError checkout_paid when the earlier one was paid, and its subscription is not told of yet.
   */
  checkout(input: {
    customerId: string;
    accountId: string;
    /** Names the checkout in all that the provider tells of it: `BillingStore.rememberCheckout` keeps it. */
    reference: string;
    items: readonly PurchaseItem[];
    /** Where the hosted page leads back to. */
    returnUrl: string;
    earlier: EarlierCheckout | null;
  }): Promise<Checkout>;
  /** A checkout of nothing, which replaces the card. Only while active or past due. */
  cardUpdate(subscriptionId: string): Promise<Checkout>;
  /**
   * @throws AppError plan_change_failed, payment_details_outdated, resubscription_needed, plan_change_pending;
   *   plan_charge_waiting for a charge now while another waits for the next bill.
   */
  previewChange(
    subscriptionId: string,
    items: readonly PurchaseItem[],
    charge: ChargeTime,
  ): Promise<ChangePreview>;
  /** @throws as previewChange; payment_declined when the card did not pay for it, which then is not made. */
  change(
    subscriptionId: string,
    items: readonly PurchaseItem[],
    charge: ChargeTime,
  ): Promise<ProviderSubscription>;
  /**
   * At the end of what is paid for. Charges what waits for the next bill first; if the card is declined, the subscription
   * is cancelled all the same, with the limits of the plan that is paid for.
   */
  cancel(subscriptionId: string): Promise<ProviderSubscription>;
  /** Refunds what `cancel` charged: the next bill contains it again. */
  undoCancel(subscriptionId: string): Promise<ProviderSubscription>;
  /** Of a paused one: charges now. @throws AppError payment_declined. */
  resume(subscriptionId: string): Promise<ProviderSubscription>;
  subscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** @returns the next bill; null when none is to come. */
  nextPayment(subscriptionId: string): Promise<UpcomingBill | null>;
  /** @returns an address of the invoice's PDF, good for an hour; null when there is none. */
  invoiceUrl(transactionId: string): Promise<string | null>;
  details(subscriptionId: string): Promise<BillingDetails>;
  changeDetails(subscriptionId: string, details: BillingDetails): Promise<void>;
  /** @returns the events after this one, the oldest first, at most a few hundred; null begins with a day ago. */
  eventsSince(cursor: string | null): Promise<ReceivedEvent[]>;
}

export interface ReceivedEvent {
  event: ProviderEvent;
  /** As it came, so that an operator can replay it. */
  rawBody: string;
}

/** What an account is billed, in the database; each method is one round trip. */
export interface BillingStore {
  /**
   * Keeps events and applies them, in one batch: each once however often it comes, and only where it is newer than what
   * is known. Their mails and the telling of the workspace are written with them; all of it, or nothing.
   *
   * @param release an account whose `claimChange` ends with them.
   * @returns the events that belong to no subscription and no checkout of ours: kept, and applied to nobody.
   */
  receive(events: readonly ReceivedEvent[], now: number, release?: string): Promise<string[]>;
  /** @returns the account's bills, the newest first, and how it pays. */
  account(accountId: string): Promise<{ payments: Payment[]; method: PaymentMethod | null }>;
  /** @returns so many of the account's bills, the newest first, after this one when it is given. */
  payments(accountId: string, limit: number, after: { date: number; id: string } | null): Promise<Payment[]>;
  isPaymentOf(accountId: string, paymentId: string): Promise<boolean>;
  /** @returns the provider's id of the account's customer, and its last checkout; null before the first. */
  buyerOf(accountId: string): Promise<{ customerId: string | null; checkout: EarlierCheckout | null }>;
  /**
   * Remembers what a checkout was begun with, unless the account has begun another since `before`.
   * @returns false in that case.
   */
  rememberCheckout(
    accountId: string,
    begun: { customerId: string; checkoutId: string; reference: string; before: string | null },
  ): Promise<boolean>;
  /**
   * Takes the account's right to change its plan for a minute, so that two changes at once are one.
   * @returns false when somebody else has it.
   */
  claimChange(input: { now: number; accountId: string }): Promise<boolean>;
  /** Gives it back after a change that was not made. */
  releaseChange(accountId: string): Promise<void>;
  /** @returns an event as it came, to be replayed; null for none. */
  rawEvent(eventId: string): Promise<string | null>;
  /** Writes a mail to who pays with such a card; repeating it within the month writes none. */
  mailExpiringCards(cards: { expiry: string; lastDay: number }, now: number): Promise<void>;
  /** @returns the accounts that pay for more than one subscription, which only somebody at the provider can have made. */
  billedTwice(): Promise<string[]>;
  /** @returns the newest event that the daily reconciliation has asked for; null for none. */
  reconciledUntil(): Promise<string | null>;
  markReconciled(eventId: string): Promise<void>;
}
