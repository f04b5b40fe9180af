import type { Reply } from '#sandbox/server/reply.ts';
import { answer, refuseClosedCheckout } from './answers.ts';
import { asksForAddress, type CheckoutFunctions, type CheckoutView, isPayable } from './checkout.ts';
import { isSupportedCountry } from './countries.ts';
import { type CheckoutEvent, checkoutError, checkoutEvent } from './events.ts';
import { fieldErrorOf, initialFields, readFields, readPayment } from './fields.ts';
import { type CheckoutForm, formPage } from './form-page.ts';
import { type CheckoutFrame, messagePage } from './frame.ts';
import { amountDue } from './money.ts';

/** Shows the form of a transaction, or why it has none. */
export function showCheckout(view: CheckoutView, frame: CheckoutFrame): Reply {
  if (!isPayable(view))
    return refuseClosedCheckout(view, frame, [
      checkoutError('transaction_immutable', `The transaction is ${view.status}.`),
    ]);
  const events = [checkoutEvent('checkout.loaded', view, frame.theme)];
  const state = { fields: initialFields(view), errors: {}, failure: undefined, events };
  return answer(200, formPage(frame, view, state), frame);
}

function answerPaid(view: CheckoutView, frame: CheckoutFrame, events: readonly CheckoutEvent[]): Reply {
  return answer(
    200,
    view.changesPaymentMethod
      ? messagePage(frame, 'Card saved', 'Your next payments will use this card.', events)
      : messagePage(frame, 'Thank you', 'Your payment was successful.', events),
    frame,
  );
}

/**
 * Handles the form: the total for another country (`intent` is `update`), or the payment. Events are sent in the order in
 * which they happened; `checkout.payment.initiated` comes with its outcome, since only then the payment is known to have
 * begun.
 */
export function submitCheckout(
  checkout: CheckoutFunctions,
  view: CheckoutView,
  frame: CheckoutFrame,
  form: Record<string, string>,
): Reply {
  const event = (name: string, of: CheckoutView) => checkoutEvent(name, of, frame.theme);
  // Paid in another tab: the page behind the overlay waits for this event.
  if (!isPayable(view))
    return refuseClosedCheckout(
      view,
      frame,
      view.status === 'completed' ? [event('checkout.completed', view)] : [],
    );

  const cardOnly = !asksForAddress(view);
  const fields = readFields(form);
  const quote =
    !cardOnly && isSupportedCountry(fields.countryCode)
      ? (checkout.find(view.transactionId, fields.countryCode, fields.taxIdentifier || undefined) ?? view)
      : view;
  const formAnswer = (status: number, state: Partial<CheckoutForm>) =>
    answer(
      status,
      formPage(frame, quote, {
        // A page never contains a card: the entered number stays in the browser, or is entered again.
        fields: { ...fields, cardNumber: '', expiry: '', cvc: '' },
        errors: {},
        failure: undefined,
        events: [],
        ...state,
      }),
      frame,
    );
  if (form.intent === 'update')
    return formAnswer(200, { events: [event('checkout.customer.updated', quote)] });
  const read = readPayment(fields, cardOnly);
  if ('errors' in read) return formAnswer(422, read);

  // Without its script, the page cannot update the tax by country. People never pay a total that they have not seen.
  if (form.shownTotal !== undefined && form.shownTotal !== amountDue(quote.totals))
    return formAnswer(422, {
      failure: 'The total has changed with your country. Please check it and pay again.',
    });

  const outcome = checkout.pay(view.transactionId, read.payment);
  const wrongFields = outcome.ok ? undefined : fieldErrorOf(outcome.errorCode);
  if (wrongFields) return formAnswer(422, { errors: wrongFields });
  const after = checkout.find(view.transactionId) ?? view;
  const begun = [
    ...(view.address || cardOnly ? [] : [event('checkout.customer.created', quote)]),
    event('checkout.payment.initiated', quote),
  ];
  if (outcome.ok) return answerPaid(after, frame, [...begun, event('checkout.completed', after)]);
  return formAnswer(402, {
    failure: outcome.errorCode === 'declined' ? 'Your card was declined.' : 'The payment was not possible.',
    events: [...begun, event('checkout.payment.failed', after)],
  });
}
