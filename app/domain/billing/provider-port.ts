import type { CataloguePrice, PurchaseItem } from '#app/domain/billing/offer.ts';
import type { OverageCharge } from '#app/domain/billing/overage-charge.ts';
import type { ChangePreview, ChargeTime, UpcomingBill } from '#app/domain/billing/plan-change.ts';
import type { ProviderEvent, ProviderSubscription } from '#app/domain/billing/provider-event.ts';

/** A checkout that a person goes through at the provider's. */
export interface Checkout {
  /** The transaction that the provider's script opens in its overlay. */
  transactionId: string;
  /** The same as a page, where that script cannot run. */
  url: string;
}

/** The last checkout of an account. */
export interface EarlierCheckout {
  transactionId: string;
  /** The provider's ids of the subscriptions that the account had and has no more. */
  endedSubscriptions: readonly string[];
}

/** The person that a bill names, in addition to the account. */
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
 * @throws AppError billing_unavailable when the provider does not respond; others as documented per method.
 */
export interface BillingProvider {
  /** @returns our prices in its catalogue, at most 5 minutes old; the last known ones while it is down. */
  prices(): Promise<CataloguePrice[]>;
  /** @returns the provider's id of the customer with this e-mail; creates it when missing. */
  customer(input: { email: string; name: string; accountId: string }): Promise<string>;
  /**
   * Gives a subscription's customer another e-mail and name, with their card, credit and bills, if they have the e-mail `from`.
   * A customer who has the new e-mail, and neither a bill nor a checkout that can still be paid, gives it up.
   * @param to null: the customer must stay.
   * @returns `kept`: the customer has another e-mail. `blocked`: they have it, and must stay, or the provider refuses the new
   *   one, such as that of a customer with bills.
   */
  moveCustomer(
    subscriptionId: string,
    from: string,
    to: { email: string; name: string } | null,
  ): Promise<'moved' | 'kept' | 'blocked'>;
  /**
   * Starts a checkout, or continues the earlier one; afterwards only the returned one can be paid.
   * @throws AppError checkout_paid when the earlier one was paid, and its subscription's event has not arrived.
   */
  checkout(input: {
    customerId: string;
    accountId: string;
    /** Identifies the checkout in all of the provider's events: `BillingStore.rememberCheckout` stores it. */
    reference: string;
    items: readonly PurchaseItem[];
    /** The address to return to from the hosted page. */
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
   * Cancels at the end of the paid period. Charges the postponed amount first; if the card is declined, the
   * subscription is cancelled anyway, with the limits of the paid plan.
   */
  cancel(subscriptionId: string): Promise<ProviderSubscription>;
  /** Refunds what `cancel` charged: the next bill contains it again. */
  undoCancel(subscriptionId: string): Promise<ProviderSubscription>;
  /**
   * Refunds what `cancel` charged if the subscription continues, which the next bill contains again. If the
   * subscription ends without the charge that it records, its limits return to the paid plan. Otherwise does nothing.
   */
  refundLostCharge(subscriptionId: string): Promise<void>;
  /**
   * Charges the executions of a closed month, unless it has already. What the card does not pay becomes past due.
   * @throws AppError plan_change_failed, payment_details_outdated, resubscription_needed, plan_change_pending.
   */
  chargeOverage(charge: OverageCharge): Promise<void>;
  /** Ends a subscription immediately, without a charge; for a paused one, which has no period left. */
  endNow(subscriptionId: string): Promise<ProviderSubscription>;
  subscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** @returns the next bill; null if there is none. */
  nextPayment(subscriptionId: string): Promise<UpcomingBill | null>;
  /** @returns an address of the invoice's PDF, valid for an hour; null without an invoice. */
  invoiceUrl(transactionId: string): Promise<string | null>;
  details(subscriptionId: string): Promise<BillingDetails>;
  changeDetails(subscriptionId: string, changes: Partial<BillingDetails>): Promise<void>;
  /**
   * Reports and skips unreadable events. @param cursor null starts a day ago.
   * @returns the events after the cursor, oldest first, at most a few hundred, and the next cursor:
   *   the id of the last event, also of an unreadable one; null if there are no more.
   */
  eventsSince(cursor: string | null): Promise<{ events: ReceivedEvent[]; cursor: string | null }>;
}

export interface ReceivedEvent {
  event: ProviderEvent;
  /** The unchanged body, so that an operator can replay the event. */
  rawBody: string;
}
