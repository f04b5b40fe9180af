import { collectOutstanding } from './billing.ts';
import type { Subscription, Transaction } from './billing-types.ts';
import { checkCard } from './cards.ts';
import { findPrice } from './catalogue.ts';
import { changesPaymentMethod, checkoutViewOf } from './checkout-view.ts';
import { createAddress, createBusiness } from './customers.ts';
import { completeTransaction, moveCredit, type Payer, savePaymentMethod, takePayment } from './payments.ts';
import { iso, periodFrom } from './periods.ts';
import type { Held } from './proration.ts';
import type { PaddleState, SubscriptionRecord } from './state.ts';
import { subscriptionItems, subscriptionRecord } from './subscriptions.ts';
import { updateTransaction } from './transactions.ts';
import {
  type CheckoutFunctions,
  type CheckoutPayment,
  isPayable,
  type PaymentResult,
} from './web/checkout.ts';

/** Adds the address and the business that the buyer entered to the transaction, if they are new. */
function withBuyer(state: PaddleState, transaction: Transaction, payment: CheckoutPayment): Transaction {
  const { customer_id, address_id, business_id } = transaction;
  if (customer_id === null) throw new Error(`the transaction ${transaction.id} has no customer`);
  const { countryCode, postalCode, businessName, taxIdentifier } = payment;
  const address = address_id === null ? undefined : state.addresses.get(address_id);
  const isNewAddress =
    countryCode !== undefined &&
    (address?.country_code !== countryCode || (address.postal_code ?? '') !== (postalCode ?? ''));
  const known = business_id === null ? undefined : state.businesses.get(business_id);
  const isNewBusiness =
    businessName !== undefined &&
    (known?.name !== businessName || (known.tax_identifier ?? '') !== (taxIdentifier ?? ''));
  return updateTransaction(state, transaction.id, {
    ...(isNewAddress
      ? {
          address_id: createAddress(state, customer_id, {
            country_code: countryCode,
            postal_code: postalCode || null,
          }).id,
        }
      : {}),
    ...(isNewBusiness
      ? {
          business_id: createBusiness(state, customer_id, {
            name: businessName,
            tax_identifier: taxIdentifier || null,
          }).id,
        }
      : {}),
  });
}

/** The recurring items of a transaction. */
function listSoldItems({ items }: Transaction): Held[] {
  return items.flatMap(({ price, quantity }) => {
    const sold = findPrice(price.id);
    return sold ? [{ price: sold, quantity }] : [];
  });
}

function createSubscription(
  state: PaddleState,
  transaction: Transaction,
  paymentMethodId: string,
): SubscriptionRecord {
  const { customer_id, address_id, business_id, custom_data } = transaction;
  const cycle = transaction.items[0]?.price.billing_cycle;
  if (customer_id === null || address_id === null || !cycle)
    throw new Error(`the paid transaction ${transaction.id} lacks what a subscription needs`);
  const start = state.now();
  const at = iso(start);
  const period = periodFrom(start, cycle);
  const dates = { now: at, billedAt: at, nextBilledAt: period.ends_at };
  const subscription: Subscription = {
    id: state.newId('sub'),
    status: 'active',
    customer_id,
    address_id,
    business_id,
    currency_code: 'USD',
    started_at: at,
    first_billed_at: at,
    next_billed_at: period.ends_at,
    paused_at: null,
    canceled_at: null,
    discount: null,
    collection_mode: 'automatic',
    billing_details: null,
    current_billing_period: period,
    billing_cycle: cycle,
    scheduled_change: null,
    items: subscriptionItems(listSoldItems(transaction), [], dates),
    custom_data,
    import_meta: null,
    created_at: at,
    updated_at: at,
  };
  const record = state.subscriptions.put({
    id: subscription.id,
    subscription,
    paymentMethodId,
    billingAnchor: start,
    pendingLines: [],
    lock: 'none',
  });
  state.emit('subscription.created', { ...subscription, transaction_id: transaction.id });
  state.emit('subscription.activated', subscription);
  return record;
}

/** Handles a first purchase: subscribes, pays and completes it. */
function buy(state: PaddleState, transaction: Transaction, payer: Payer, paymentMethodId: string): void {
  const { transaction: paid } = takePayment(state, transaction, payer);
  moveCredit(state, paid);
  const { subscription } = createSubscription(state, paid, paymentMethodId);
  completeTransaction(state, paid, {
    subscription_id: subscription.id,
    billing_period: subscription.current_billing_period,
  });
}

/** Changes the card of a subscription, and pays the outstanding amount with it. */
function payForSubscription(
  state: PaddleState,
  transaction: Transaction,
  record: SubscriptionRecord,
  payer: Payer,
): void {
  if (changesPaymentMethod(transaction))
    completeTransaction(state, takePayment(state, transaction, payer, { verifies: true }).transaction);
  else collectOutstanding(state, record, transaction, payer);
}

/**
 * Pays a transaction by card, as the checkout does. A first purchase creates the subscription; a transaction of a
 * subscription also makes the card the subscription's own. The bank's refusal (`declined`) is recorded on the transaction;
 * a card that could not be tried leaves no trace.
 */
export function completeCheckout(
  state: PaddleState,
  transactionId: string,
  payment: CheckoutPayment,
): PaymentResult {
  const found = state.transactions.get(transactionId);
  if (!found || !isPayable(checkoutViewOf(state, found)))
    return { ok: false, errorCode: 'transaction_not_payable' };
  const checked = checkCard(payment, state.now());
  if ('error' in checked) return { ok: false, errorCode: checked.error };
  const { card, pays, paysLater } = checked;
  const subscriptionId = found.subscription_id;
  const transaction = subscriptionId === null ? withBuyer(state, found, payment) : found;
  const { customer_id: customerId, address_id: addressId } = transaction;
  if (customerId === null || addressId === null) return { ok: false, errorCode: 'address_required' };
  if (!pays) {
    takePayment(state, transaction, { card, pays, paymentMethodId: null }, { verifies: true });
    return { ok: false, errorCode: 'declined' };
  }
  const origin = subscriptionId === null ? 'saved_during_purchase' : 'subscription';
  const { id: paymentMethodId } = savePaymentMethod(
    state,
    { customerId, addressId, origin },
    { card, pays: paysLater },
  );
  const payer: Payer = { card, pays, paymentMethodId };
  if (subscriptionId === null) buy(state, transaction, payer, paymentMethodId);
  else {
    const record = state.subscriptions.put({ ...subscriptionRecord(state, subscriptionId), paymentMethodId });
    payForSubscription(state, transaction, record, payer);
  }
  return { ok: true };
}

/** The checkout, for its pages. */
export function checkoutOf(state: PaddleState): CheckoutFunctions {
  return {
    find(transactionId, countryCode, taxIdentifier) {
      const transaction = state.transactions.get(transactionId);
      return transaction && checkoutViewOf(state, transaction, countryCode, taxIdentifier);
    },
    pay: (transactionId, payment) => completeCheckout(state, transactionId, payment),
  };
}
