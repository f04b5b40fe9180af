import type { Html } from '#sandbox/server/html.ts';
import { pageReply, type Reply } from '#sandbox/server/reply.ts';
import type { RouteRequest } from '#sandbox/server/router.ts';
import { sameSecret } from '#sandbox/server/secrets.ts';
import type { CheckoutView } from './checkout.ts';
import { type CheckoutEvent, checkoutError } from './events.ts';
import { type CheckoutFrame, messagePage } from './frame.ts';

/** The portal's URL in `return`, or the portal itself: the checkout redirects nowhere else. */
function returnUrl(given: string | null, portalUrl: string): string {
  const portal = new URL(portalUrl);
  const wanted = given && URL.canParse(given, portal) ? new URL(given, portal) : portal;
  return wanted.origin === portal.origin ? wanted.href : portal.href;
}

/** How this request wants the checkout to be displayed. */
export function checkoutFrame({ url }: RouteRequest, portalUrl: string): CheckoutFrame {
  const theme = url.searchParams.get('theme');
  return {
    embeddedIn: url.searchParams.get('embed') === '1' ? new URL(portalUrl).origin : undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    locale: url.searchParams.get('locale') ?? 'en',
    returnUrl: returnUrl(url.searchParams.get('return'), portalUrl),
  };
}

/** A page of the checkout, which only the portal can frame. */
export function answer(status: number, document: Html, { embeddedIn }: CheckoutFrame): Reply {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'";
  return pageReply(status, document, {
    'content-security-policy': `${policy}; frame-ancestors ${embeddedIn ?? "'none'"}`,
    // The URL contains the transaction's id.
    'referrer-policy': 'no-referrer',
  });
}

/** @returns the refusal of a request that must not open any checkout; undefined if it can open one. */
export function refusal({ url }: RouteRequest, frame: CheckoutFrame, clientToken: string): Reply | undefined {
  if (frame.embeddedIn === undefined) return undefined;
  if (url.searchParams.get('origin') !== frame.embeddedIn) {
    const own = { ...frame, embeddedIn: undefined };
    return answer(403, messagePage(own, 'Not here', 'This page may not open the checkout.', []), own);
  }
  if (sameSecret(url.searchParams.get('token') ?? '', clientToken)) return undefined;
  const detail = 'The client-side token is not known.';
  const events = [checkoutError('invalid_token', detail)];
  return answer(403, messagePage(frame, 'Checkout not possible', detail, events), frame);
}

const closedSentences: Partial<Record<CheckoutView['status'], string>> = {
  completed: 'This order is already paid.',
  paid: 'This order is already paid.',
  canceled: 'This order was canceled.',
};

/** @returns the page of a transaction that cannot be paid, or no longer. */
export function refuseClosedCheckout(
  view: CheckoutView,
  frame: CheckoutFrame,
  events: readonly CheckoutEvent[],
): Reply {
  const sentence = closedSentences[view.status] ?? 'This order has no customer, so no one can pay for it.';
  return answer(409, messagePage(frame, 'Nothing to pay', sentence, events), frame);
}
