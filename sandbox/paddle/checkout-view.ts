import type { Transaction } from './billing-types.ts';
import { productOf } from './catalogue.ts';
import type { PaddleState } from './state.ts';
import { taxPerMille } from './tax.ts';
import { detailsOf } from './totals.ts';
import { creditOf, itemLines } from './transactions.ts';
import type { CheckoutView } from './web/checkout.ts';

/** Whether a transaction only stores another card. */
export function changesPaymentMethod({ origin }: Transaction): boolean {
  return origin === 'subscription_payment_method_change';
}

/** A transaction as the checkout shows it: an open one is taxed again, for `countryCode` and `taxIdentifier` or its own. */
export function checkoutViewOf(
  state: PaddleState,
  transaction: Transaction,
  countryCode?: string,
  taxIdentifier?: string,
): CheckoutView {
  const { customer_id, address_id, business_id } = transaction;
  const customer = customer_id === null ? undefined : state.customers.get(customer_id)?.customer;
  const address = address_id === null ? undefined : state.addresses.get(address_id);
  const business = business_id === null ? undefined : state.businesses.get(business_id);
  const country = countryCode ?? address?.country_code;
  const rate = taxPerMille(country, taxIdentifier ?? business?.tax_identifier);
  const details = (creditBalance: number) =>
    detailsOf(itemLines(transaction.items), { creditBalance, taxPerMille: rate, newId: state.newId });
  const isOpen =
    transaction.status === 'draft' || (transaction.status === 'ready' && !changesPaymentMethod(transaction));
  const shown = isOpen ? details(creditOf(state, transaction)) : transaction.details;
  const cycle = transaction.items[0]?.price.billing_cycle ?? undefined;
  return {
    transactionId: transaction.id,
    status: transaction.status,
    changesPaymentMethod: changesPaymentMethod(transaction),
    currencyCode: transaction.currency_code,
    customer: customer && { id: customer.id, email: customer.email, name: customer.name },
    address:
      country === undefined
        ? undefined
        : {
            id: address?.country_code === country ? address.id : null,
            countryCode: country,
            postalCode: address?.country_code === country ? address.postal_code : null,
          },
    business: business && { id: business.id, name: business.name, taxIdentifier: business.tax_identifier },
    items: transaction.items.map(({ price, quantity }, index) => {
      const { id, name, description } = productOf(price);
      const totals = shown.line_items[index]?.totals;
      if (!totals) throw new Error(`the transaction ${transaction.id} has an item without a line`);
      return {
        priceId: price.id,
        priceName: price.name,
        product: { id, name, description },
        quantity,
        billingCycle: price.billing_cycle,
        totals,
      };
    }),
    totals: shown.totals,
    recurring: cycle && { totals: details(0).totals, billingCycle: cycle },
    customData: transaction.custom_data,
  };
}
