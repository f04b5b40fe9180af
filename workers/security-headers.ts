/** What the portal's pages may load, and the targets of their forms. */
export interface ContentPolicy {
  nonce: string;
  /** The portal's origin, such as `https://weft.example`. */
  portalUrl: string;
  /** Turnstile's script and frame come from Cloudflare; ALTCHA needs nothing from elsewhere. */
  allowsTurnstile: boolean;
  /** The billing provider's origins, on the page that opens its checkout: its script, its frame and their dependencies. */
  billingOrigins: readonly string[];
  /** The URL that counts page views, and the tag manager's script with its dependencies; null if not configured. */
  analytics: { url: string | null; tagManagerUrl: string | null };
}

/** RFC 6797; two years, as the browsers' preload list requires. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains; preload';
/** Policy of data, which is never rendered as a document. */
const DATA_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/** Policy of a built file: the script of a web worker runs under the policy of its own response. */
const FILE_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const TURNSTILE = 'https://challenges.cloudflare.com';

/** Adds the security headers to an answer of the portal. */
export function addSecurityHeaders(headers: Headers, policy: ContentPolicy): void {
  headers.set('Content-Security-Policy', contentPolicyOf(policy).join(policy.nonce));
  addCommonHeaders(headers, policy.portalUrl.startsWith('https:'));
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  // The provider's frame opens windows that answer it, such as PayPal's, and the browser's wallet.
  const { billingOrigins } = policy;
  const opener = billingOrigins.length > 0 ? 'same-origin-allow-popups' : 'same-origin';
  headers.set('Cross-Origin-Opener-Policy', opener);
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  const payers = billingOrigins.map((origin) => ` "${origin}"`).join('');
  headers.set(
    'Permissions-Policy',
    `camera=(), geolocation=(), microphone=(), payment=(self${payers}), usb=()`,
  );
}

/** The policies of this isolate's configuration: with and without the billing provider. */
const policies = new Map<string, [beforeNonce: string, afterNonce: string]>();

/** @returns the text before and after the nonce. */
function contentPolicyOf({ portalUrl, allowsTurnstile, billingOrigins, analytics }: ContentPolicy) {
  const key = [portalUrl, allowsTurnstile, analytics.url, analytics.tagManagerUrl, ...billingOrigins].join(
    ' ',
  );
  const known = policies.get(key);
  if (known) return known;
  const { protocol, host } = new URL(portalUrl);
  const turnstile = allowsTurnstile ? ` ${TURNSTILE}` : '';
  const billing = billingOrigins.map((origin) => ` ${origin}`).join('');
  const frames = turnstile + billing;
  const { tagManagerUrl, url } = analytics;
  const tagManager = tagManagerUrl === null ? '' : ` ${new URL(tagManagerUrl).origin}`;
  const counter = url === null ? '' : ` ${new URL(url).origin}`;
  const afterNonce = [
    `'${turnstile}${billing}${tagManager}`,
    `style-src 'self'${billing}`,
    `img-src 'self' data:${billing}${tagManager}`,
    "font-src 'self'",
    `connect-src 'self' ${protocol === 'https:' ? 'wss' : 'ws'}://${host}${billing}${tagManager}${counter}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    frames && `frame-src${frames}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // "Open workspace" is a form whose answer redirects to the workspace's host.
    `form-action 'self' ${protocol}//*.${host}`,
  ];
  // Scripts of our own; the inline ones that Remix writes carry the nonce.
  const beforeNonce = "default-src 'none'; script-src 'self' 'nonce-";
  const policy: [string, string] = [beforeNonce, afterNonce.filter(Boolean).join('; ')];
  policies.set(key, policy);
  return policy;
}

/** For a file whose name contains the hash of its content (RFC 8246). */
const NEVER_CHANGES = 'public, max-age=31536000, immutable';

/**
 * @param pathname names below `/assets/` contain a hash.
 * @returns a file with the headers of every answer of the portal.
 */
export function withFileHeaders(file: Response, pathname: string, isSecure: boolean): Response {
  const headers = new Headers(file.headers);
  if (file.status < 400 && pathname.startsWith('/assets/')) headers.set('Cache-Control', NEVER_CHANGES);
  headers.set('Content-Security-Policy', FILE_POLICY);
  addCommonHeaders(headers, isSecure);
  return new Response(file.body, { status: file.status, statusText: file.statusText, headers });
}

/** @returns an answer that was made before the request's context, with the headers of data. */
export function withDataHeaders(answer: Response): Response {
  const headers = new Headers(answer.headers);
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', DATA_POLICY);
  addCommonHeaders(headers, true);
  return new Response(answer.body, { status: answer.status, headers });
}

/** @returns the headers of the gateway's own answer on a workspace's host. */
export function gatewayHeaders(isSecure: boolean, policy = DATA_POLICY): Headers {
  const headers = new Headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policy });
  addCommonHeaders(headers, isSecure);
  return headers;
}

function addCommonHeaders(headers: Headers, isSecure: boolean): void {
  headers.set('X-Content-Type-Options', 'nosniff');
  // Browsers ignore this header over http.
  if (isSecure) headers.set('Strict-Transport-Security', STRICT_TRANSPORT_SECURITY);
}
