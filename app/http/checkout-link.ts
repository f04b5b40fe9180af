import { redirectDocument } from '@remix-run/cloudflare';
import { isSignedBy, sign } from '#app/crypto/secrets.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { type CheckoutPurpose, checkoutPurposes } from '#app/domain/billing/checkout-purpose.ts';
import type { Checkout } from '#app/domain/billing/provider-port.ts';
import { paths } from '#app/domain/paths.ts';
import { checkoutCookie } from './cookies.ts';
import type { RequestContext } from './load-context.ts';

/** The person who starts a checkout. Their session token's hash signs the cookie, so no other session can forge it. */
type Payer = Pick<Viewer, 'session'>;

/**
 * Redirects to the page that opens a checkout. A signed cookie carries the hosted checkout's address, which an attacker
 * could replace elsewhere. A new document, since only its content policy allows the provider's script.
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

/** @returns the address that the provider's page returns to, where the portal waits for the payment. */
export function checkoutReturnUrl(portalUrl: string, purpose: CheckoutPurpose): string {
  return `${portalUrl}${paths.checkout}?paid=${purpose}`;
}

/** @returns the transaction in an address, by our parameter or the provider's; null when it is malformed. */
export function readTransactionId(params: URLSearchParams): string | null {
  const id = params.get('transaction') ?? params.get('_ptxn');
  return id !== null && /^txn_[a-z0-9]{1,64}$/.test(id) ? id : null;
}

/**
 * @returns the purpose and hosted page of this browser's checkout; null when this session did not start it. Without a hosted
 *   page where the provider's address is the portal's own, which a deployment sets as its default payment link
 *   (https://developer.paddle.com/build/transactions/default-payment-link): it would lead back to the checkout.
 */
export function readBegunCheckout(
  request: Request,
  { session }: Payer,
  transactionId: string,
  { isSecure, host }: Pick<RequestContext['portal'], 'isSecure' | 'host'>,
): { purpose: CheckoutPurpose; hostedUrl: string | null } | null {
  const [, signature = '', value = ''] =
    checkoutCookie.read(request, isSecure)?.match(/^([\w-]+)\.(.+)$/) ?? [];
  if (!isSignedBy(value, session.tokenHash, signature)) return null;
  const [, name, id, address] = value.match(/^([a-z]+)\.([a-z0-9_]+)\.(.+)$/) ?? [];
  const purpose = checkoutPurposes.find((one) => one === name);
  if (!purpose || address === undefined || id !== transactionId) return null;
  const url = decodeURIComponent(address);
  return { purpose, hostedUrl: new URL(url).host === host ? null : url };
}
