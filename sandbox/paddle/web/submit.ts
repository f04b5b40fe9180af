import type { Reply } from '#sandbox/server/reply.ts';
import { answer, closedAnswer, isPayable } from './answers.ts';
import type { Checkout, CheckoutErrorCode, CheckoutView } from './checkout.ts';
import { type CheckoutEvent, checkoutError, checkoutEvent } from './events.ts';
import { fieldErrors, initialFields, paymentForm, quoteFields, readFields, refusedField } from './fields.ts';
import { type FormState, formPage } from './form-page.ts';
import { type CheckoutFrame, messagePage } from './frame.ts';

/** Shows the form of a transaction, or why there is none. */
export function openCheckout(view: CheckoutView, frame: CheckoutFrame): Reply {
  if (!isPayable(view))
    return closedAnswer(view, frame, [
      checkoutError('transaction_immutable', `The transaction is ${view.status}.`),
    ]);
  const events = [checkoutEvent('checkout.loaded', view, frame.theme)];
  const state = { fields: initialFields(view), errors: {}, failure: undefined, events };
  return answer(200, formPage(frame, view, state), frame);
}

function failureSentence(code: CheckoutErrorCode): string | undefined {
  if (code === 'declined') return 'Your card was declined.';
  return refusedField(code) ? undefined : 'This order cannot be paid any more.';
}

function paidAnswer(view: CheckoutView, frame: CheckoutFrame, events: readonly CheckoutEvent[]): Reply {
  return answer(
    200,
    view.isPaymentMethodChange
      ? messagePage(frame, 'Card saved', 'Your next payments will use this card.', events)
      : messagePage(frame, 'Thank you', 'Your payment was successful.', events),
    frame,
  );
}

/**
 * Answers the form: the total for another country (`intent` is `update`), or the payment. Events are told in the order in
 * which they happened; `checkout.payment.initiated` comes with its outcome, since only then it is known to have begun.
 */
export function submitCheckout(
  checkout: Checkout,
  view: CheckoutView,
  frame: CheckoutFrame,
  form: Record<string, string>,
): Reply {
  const event = (name: string, of: CheckoutView) => checkoutEvent(name, of, frame.theme);
  // Paid in another tab: to the page that waits behind the overlay this is the end that it waits for.
  if (!isPayable(view))
    return closedAnswer(view, frame, view.status === 'completed' ? [event('checkout.completed', view)] : []);

  const cardOnly = view.isPaymentMethodChange;
  const fields = readFields(form);
  const quote = cardOnly ? view : (checkout.quote(view.transactionId, quoteFields(fields)) ?? view);
  const formAnswer = (status: number, state: Partial<FormState>) =>
    answer(
      status,
      formPage(frame, quote, {
        // A page never holds a card: what was typed stays in the browser, or is typed again.
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
  const errors = fieldErrors(fields, cardOnly);
  if (Object.keys(errors).length > 0) return formAnswer(422, { errors });

  const outcome = checkout.pay(view.transactionId, paymentForm(fields, cardOnly));
  const wrongFields = outcome.ok ? undefined : refusedField(outcome.errorCode);
  if (wrongFields) return formAnswer(422, { errors: wrongFields });
  const after = checkout.find(view.transactionId) ?? view;
  const begun = [
    ...(view.address || cardOnly ? [] : [event('checkout.customer.created', after)]),
    event('checkout.payment.initiated', after),
  ];
  if (outcome.ok) return paidAnswer(after, frame, [...begun, event('checkout.completed', after)]);
  return formAnswer(402, {
    failure: failureSentence(outcome.errorCode),
    events: [...begun, event('checkout.payment.failed', after)],
  });
}
