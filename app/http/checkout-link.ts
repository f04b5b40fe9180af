import { redirectDocument } from '@remix-run/cloudflare';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { HOUR_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import type { Checkout } from '#app/use-cases/billing/ports.ts';
import { cookie, readCookie } from './cookies.ts';
import type { RequestContext } from './load-context.ts';
import { paths } from './paths.ts';

export const checkoutPurposes = ['subscribe', 'card', 'resubscribe'] as const;
/** What somebody goes through a checkout for. */
export type CheckoutPurpose = (typeof checkoutPurposes)[number];

/** Longer than anybody takes to find their card. */
const LIFETIME_MS = HOUR_MS;

function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-checkout' : 'checkout';
}

/**
 * Leads to the page that opens a checkout. Its hosted address travels in a cookie: in the page's own address anybody
 * could put another one, which the page would then lead to. The page is loaded anew: its content policy alone lets the
 * provider's script in, and a policy is the document's.
 */
export function leadToCheckout(
  context: Pick<RequestContext, 'portal'>,
  { transactionId, url }: Checkout,
  purpose: CheckoutPurpose,
): Response {
  const { isSecure } = context.portal;
  const value = `${purpose}.${transactionId}.${encodeURIComponent(url)}`;
  return redirectDocument(`${paths.checkout}?${new URLSearchParams({ transaction: transactionId })}`, {
    headers: { 'Set-Cookie': cookie(cookieName(isSecure), value, LIFETIME_MS / SECOND_MS, isSecure) },
  });
}

/** @returns where the provider's own page leads back to: it waits there for what was paid to arrive. */
export function checkoutReturnUrl(portalUrl: string): string {
  return `${portalUrl}${paths.checkout}?paid=subscribe`;
}

/** @returns the transaction that an address names, when it looks like one; by our name or by the provider's. */
export function transactionOf(params: URLSearchParams): string | null {
  const id = params.get('transaction') ?? params.get('_ptxn');
  return id !== null && /^txn_[a-z0-9]{1,64}$/.test(id) ? id : null;
}

/** @returns what this browser's checkout is for, and its hosted page; null when it is not the one it began. */
export function readBegunCheckout(
  request: Request,
  transactionId: string,
  isSecure: boolean,
): { purpose: CheckoutPurpose; url: string } | null {
  const value = readCookie(request.headers.get('Cookie'), cookieName(isSecure));
  const [, name, id, address] = value?.match(/^([a-z]+)\.([a-z0-9_]+)\.(.+)$/) ?? [];
  const purpose = checkoutPurposes.find((one) => one === name);
  if (!purpose || address === undefined || id !== transactionId) return null;
  const url = decoded(address);
  return url === null ? null : { purpose, url };
}

/** @returns a web address; null for anything else that a cookie may hold. */
function decoded(address: string): string | null {
  try {
    const { protocol, href } = new URL(decodeURIComponent(address));
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    // A browser sends whatever cookie it likes; a broken one is none.
    return null;
  }
}

/** @returns what a checkout must be for, of an account with this subscription, where no cookie tells. */
export function purposeFor(subscription: Subscription | null): CheckoutPurpose {
  if (subscription === null || subscription.status === 'deleted') return 'subscribe';
  return subscription.status === 'past_due' ? 'resubscribe' : 'card';
}
