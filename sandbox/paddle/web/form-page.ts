import { type Fragment, type Html, html } from '#sandbox/server/html.ts';
import type { CheckoutView } from './checkout.ts';
import { countries, needsPostcode } from './countries.ts';
import type { CheckoutEvent } from './events.ts';
import type { FieldErrors, FieldName, Fields } from './fields.ts';
import { type CheckoutFrame, checkoutDocument } from './frame.ts';
import { formatMoney, formatRate } from './money.ts';

/** What the form holds, and what is wrong with it. */
export type FormState = {
  fields: Fields;
  errors: FieldErrors;
  /** Why the payment failed, if one did. */
  failure: string | undefined;
  events: readonly CheckoutEvent[];
};

const testCards = [
  ['4242 4242 4242 4242', 'pays (Visa)'],
  ['5555 5555 5555 4444', 'pays (Mastercard)'],
  ['4000 0000 0000 0002', 'is declined'],
] as const;

function summary(view: CheckoutView, { locale }: CheckoutFrame): Html {
  const money = (amount: string) => formatMoney(amount, view.currencyCode, locale);
  const { totals } = view;
  const cycle = view.items[0]?.period === 'yearly' ? 'year' : 'month';
  return html`<section class="summary" aria-label="Order">
    <h1 tabindex="-1">Your order</h1>
    <p class="total">${money(totals.grand_total)}</p>
    <p class="quiet">Then ${money(totals.total)} every ${cycle}, until you cancel.</p>
    <table><tbody>${view.items.map(
      (item) => html`<tr><th scope="row">${item.name}${item.quantity > 1 ? ` × ${item.quantity}` : ''}<br>
        <span class="quiet">${item.description}</span></th><td>${money(item.subtotal)}</td></tr>`,
    )}</tbody>
    <tfoot><tr><th scope="row">Subtotal</th><td>${money(totals.subtotal)}</td></tr>
    <tr><th scope="row">Tax (${formatRate(view.taxRate)})</th><td>${money(totals.tax)}</td></tr>
    ${
      totals.credit === '0'
        ? undefined
        : html`<tr><th scope="row">Credit</th><td>−${money(totals.credit)}</td></tr>`
    }
    <tr><th scope="row">Total</th><td>${money(totals.grand_total)}</td></tr></tfoot></table>
  </section>`;
}

function field(state: FormState, name: FieldName, label: string, attributes: Html): Html {
  const error = state.errors[name];
  return html`<div><label>${label}<input name="${name}" value="${state.fields[name]}" ${attributes}${described(name, error)}></label>
    ${errorLine(name, error)}</div>`;
}

function described(name: FieldName, error: string | undefined): Fragment {
  return error ? html` aria-invalid="true" aria-describedby="${name}-error"` : undefined;
}

function errorLine(name: FieldName, error: string | undefined): Fragment {
  return error ? html`<p class="error" id="${name}-error">${error}</p>` : undefined;
}

function addressPart(state: FormState): Html {
  const { countryCode, businessName, taxIdentifier } = state.fields;
  const isCompanyOpen = businessName !== '' || taxIdentifier !== '' || state.errors.businessName;
  return html`<div class="pair"><div><label>Country<select name="countryCode" autocomplete="country" required data-taxed${described('countryCode', state.errors.countryCode)}>
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

function cardPart(state: FormState): Html {
  return html`<h2>Card</h2>
    ${field(state, 'name', 'Name on the card', html`autocomplete="cc-name" required maxlength="128"`)}
    ${field(state, 'cardNumber', 'Card number', html`autocomplete="cc-number" inputmode="numeric" required maxlength="24" placeholder="4242 4242 4242 4242"`)}
    <div class="pair">${field(state, 'expiry', 'Expiry date', html`autocomplete="cc-exp" inputmode="text" required maxlength="9" placeholder="MM/YY"`)}
    ${field(state, 'cvc', 'Security code', html`autocomplete="cc-csc" inputmode="numeric" required maxlength="4" placeholder="CVC"`)}</div>`;
}

/** The form: what is bought and for how much beside who pays with what; of a change of card, the card alone. */
export function formPage(frame: CheckoutFrame, view: CheckoutView, state: FormState): Html {
  const cardOnly = view.isPaymentMethodChange;
  const pay = cardOnly
    ? 'Save card'
    : `Pay ${formatMoney(view.totals.grand_total, view.currencyCode, frame.locale)}`;
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
    <label>E-mail<input name="email" value="${view.customer?.email}" readonly></label>
    ${cardOnly ? undefined : addressPart(state)}
    ${cardPart(state)}
    <button class="primary" name="intent" value="pay">${pay}</button>
    </form>
    <details open><summary>Test cards</summary><ul class="cards">${testCards.map(
      ([number, effect]) => html`<li><code>${number}</code><span>${effect}</span></li>`,
    )}</ul><p class="quiet">Any expiry date to come, any security code. No money moves.</p></details>
    </section>`,
  );
}
