import { type Fragment, type Html, html } from '#sandbox/server/html.ts';
import { asksForAddress, type CheckoutView } from './checkout.ts';
import { countries, needsPostcode } from './countries.ts';
import type { CheckoutEvent } from './events.ts';
import type { ErrorsByField, FieldName, Fields } from './fields.ts';
import { type CheckoutFrame, checkoutDocument } from './frame.ts';
import { amountDue, formatCycle, formatMoney } from './money.ts';

/** The form's fields and errors. */
export type CheckoutForm = {
  fields: Fields;
  errors: ErrorsByField;
  /** Why the payment failed, if one did. */
  failure: string | undefined;
  events: readonly CheckoutEvent[];
};

const testCards = [
  ['4242 4242 4242 4242', 'pays (Visa)'],
  ['5555 5555 5555 4444', 'pays (Mastercard)'],
  ['4000 0027 6000 3184', 'pays now, but no renewal'],
  ['4000 0000 0000 0002', 'is declined'],
] as const;

function summary(view: CheckoutView, { locale }: CheckoutFrame): Html {
  const money = (amount: string) => formatMoney(amount, view.currencyCode, locale);
  const { totals, recurring } = view;
  const row = (label: string, amount: string) =>
    html`<tr><th scope="row">${label}</th><td>${amount}</td></tr>`;
  const due = money(amountDue(totals));
  return html`<section class="summary" aria-label="Order">
    <h1 tabindex="-1">Your order</h1>
    <p class="total">${due}</p>
    ${
      recurring
        ? html`<p class="quiet">Then ${money(recurring.totals.total)} ${formatCycle(recurring.billingCycle)}, until you cancel.</p>`
        : undefined
    }
    <table><tbody>${view.items.map(
      (
        item,
      ) => html`<tr><th scope="row">${item.product.name}${item.quantity > 1 ? ` × ${item.quantity}` : ''}<br>
        <span class="quiet">${item.priceName ?? ''}</span></th><td>${money(item.totals.subtotal)}</td></tr>`,
    )}</tbody>
    <tfoot>${row('Subtotal', money(totals.subtotal))}
    ${totals.discount === '0' ? undefined : row('Discount', `−${money(totals.discount)}`)}
    ${row('Tax', money(totals.tax))}
    ${totals.credit && totals.credit !== '0' ? row('Your credit', `−${money(totals.credit)}`) : undefined}
    ${row('Total', due)}</tfoot></table>
  </section>`;
}

function field(state: CheckoutForm, name: FieldName, label: string, attributes: Html): Html {
  const error = state.errors[name];
  return html`<div><label>${label}<input name="${name}" value="${state.fields[name]}" ${attributes}${describeField(name, error)}></label>
    ${errorLine(name, error)}</div>`;
}

function describeField(name: FieldName, error: string | undefined): Fragment {
  return error ? html` aria-invalid="true" aria-describedby="${name}-error"` : undefined;
}

function errorLine(name: FieldName, error: string | undefined): Fragment {
  return error ? html`<p class="error" id="${name}-error">${error}</p>` : undefined;
}

function addressPart(state: CheckoutForm): Html {
  const { countryCode, businessName, taxIdentifier } = state.fields;
  const isCompanyOpen = businessName !== '' || taxIdentifier !== '' || state.errors.businessName;
  return html`<div class="pair"><div><label>Country<select name="countryCode" autocomplete="country" required data-taxed${describeField('countryCode', state.errors.countryCode)}>
    <option value="">Choose</option>${countries.map(
      ({ code, name }) =>
        html`<option value="${code}"${code === countryCode ? html` selected` : undefined}>${name}</option>`,
    )}</select></label>${errorLine('countryCode', state.errors.countryCode)}</div>
    ${field(state, 'postalCode', 'Postcode', html`autocomplete="postal-code" maxlength="16"${needsPostcode(countryCode) ? html` required` : undefined}`)}</div>
    <details${isCompanyOpen ? html` open` : undefined}><summary>Buying for a company</summary><div class="pair">
    ${field(state, 'businessName', 'Company', html`autocomplete="organization" maxlength="128"`)}
    ${field(state, 'taxIdentifier', 'Tax ID', html`autocomplete="off" maxlength="128" data-taxed`)}</div></details>
    <button class="update" name="intent" value="update" formnovalidate>Update the total</button>`;
}

function cardPart(state: CheckoutForm): Html {
  return html`<h2>Card</h2>
    ${field(state, 'name', 'Name on the card', html`autocomplete="cc-name" required maxlength="128"`)}
    ${field(state, 'cardNumber', 'Card number', html`autocomplete="cc-number" inputmode="numeric" required maxlength="24" placeholder="4242 4242 4242 4242"`)}
    <div class="pair">${field(state, 'expiry', 'Expiry date', html`autocomplete="cc-exp" inputmode="text" required maxlength="9" placeholder="MM/YY"`)}
    ${field(state, 'cvc', 'Security code', html`autocomplete="cc-csc" inputmode="numeric" required maxlength="4" placeholder="CVC"`)}</div>`;
}

/** The form: the items and their cost beside the payer and the card; for a change of card, only the card. */
export function formPage(frame: CheckoutFrame, view: CheckoutView, state: CheckoutForm): Html {
  const cardOnly = view.changesPaymentMethod;
  const pay = cardOnly
    ? 'Save card'
    : `Pay ${formatMoney(amountDue(view.totals), view.currencyCode, frame.locale)}`;
  return checkoutDocument(
    frame,
    cardOnly ? 'Update your card' : 'Checkout',
    cardOnly ? 'one' : 'two',
    state.events,
    html`${cardOnly ? undefined : summary(view, frame)}
    <section class="pay" aria-label="Payment">
    ${cardOnly ? html`<h1 tabindex="-1">Update your card</h1><p class="quiet">Nothing is charged now. Later payments use this card.</p>` : undefined}
    <p role="alert" tabindex="-1">${state.failure}</p>
    <form method="post">
    <button class="default" name="intent" value="pay" tabindex="-1" aria-hidden="true">${pay}</button>
    <input type="hidden" name="shownTotal" value="${amountDue(view.totals)}">
    <label>E-mail<input name="email" value="${view.customer?.email}" readonly></label>
    ${asksForAddress(view) ? addressPart(state) : undefined}
    ${cardPart(state)}
    <button class="primary" name="intent" value="pay">${pay}</button>
    </form>
    <details open><summary>Test cards</summary><ul class="cards">${testCards.map(
      ([number, effect]) => html`<li><code>${number}</code><span>${effect}</span></li>`,
    )}</ul><p class="quiet">Any expiry date to come, any security code. No money moves.</p></details>
    </section>`,
  );
}
