import { redirectDocument } from '@remix-run/cloudflare';
import { isSignedBy, sign } from '#app/crypto/secrets.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Checkout } from '#app/domain/billing/provider-port.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { checkoutCookie } from './cookies.ts';
import type { RequestContext } from './load-context.ts';
import { paths } from './paths.ts';

export const checkoutPurposes = ['subscribe', 'card', 'resubscribe'] as const;
/** What somebody goes through a checkout for. */
export type CheckoutPurpose = (typeof checkoutPurposes)[number];

/** Whose session begins a checkout; its token's hash signs the cookie, which no other session's browser can make. */
type Payer = Pick<Viewer, 'session'>;

/**
 * Redirects to the page that opens a checkout. Its hosted address travels in a signed cookie: in the page's own address, or
 * in a cookie that anybody can plant, it could be another one, which the page would then lead to. The page is loaded
 * as a document of its own: its content policy alone lets the provider's script in, and a policy is the document's.
 */
export function redirectToCheckout(
  context: Pick<RequestContext, 'portal'>,
  { session }: Payer,
  { transactionId, url }: Checkout,
  purpose: CheckoutPurpose,
): Response {
  const { isSecure } = context.portal;
  const value = `${purpose}.${transactionId}.${encodeURIComponent(url)}`;
  const signed = `${sign(value, session.tokenHash)}.${value}`;
  return redirectDocument(`${paths.checkout}?${new URLSearchParams({ transaction: transactionId })}`, {
    headers: { 'Set-Cookie': checkoutCookie.set(signed, isSecure) },
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
  { session }: Payer,
  transactionId: string,
  isSecure: boolean,
): { purpose: CheckoutPurpose; url: string } | null {
  const [, signature = '', value = ''] =
    checkoutCookie.read(request, isSecure)?.match(/^([\w-]+)\.(.+)$/) ?? [];
  if (!isSignedBy(value, session.tokenHash, signature)) return null;
  const [, name, id, address] = value.match(/^([a-z]+)\.([a-z0-9_]+)\.(.+)$/) ?? [];
  const purpose = checkoutPurposes.find((one) => one === name);
  if (!purpose || address === undefined || id !== transactionId) return null;
  return { purpose, url: decodeURIComponent(address) };
}

/** @returns what a checkout must be for, of an account with this subscription, where no cookie tells. */
export function purposeFor(subscription: Subscription | null): CheckoutPurpose {
  if (subscription === null || subscription.status === 'deleted') return 'subscribe';
  return subscription.status === 'past_due' ? 'resubscribe' : 'card';
}
