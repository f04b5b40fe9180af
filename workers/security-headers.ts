/** What the portal's pages may load and where their forms may lead. */
export interface ContentPolicy {
  nonce: string;
  /** The portal's origin, such as `https://weft.example`. */
  portalUrl: string;
  /** Turnstile's script and frame come from Cloudflare; ALTCHA needs nothing from elsewhere. */
  allowsTurnstile: boolean;
}

const TURNSTILE = 'https://challenges.cloudflare.com';

/** Adds the security headers to an answer of the portal. */
export function addSecurityHeaders(headers: Headers, policy: ContentPolicy): void {
  const { protocol, host } = new URL(policy.portalUrl);
  const turnstile = policy.allowsTurnstile ? ` ${TURNSTILE}` : '';
  const directives = [
    "default-src 'none'",
    // Scripts of our own; the inline ones that Remix writes carry the nonce.
    `script-src 'self' 'nonce-${policy.nonce}'${turnstile}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${protocol === 'https:' ? 'wss' : 'ws'}://${host}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    turnstile && `frame-src${turnstile}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // "Open workspace" is a form whose answer redirects to the workspace's host.
    `form-action 'self' ${protocol}//*.${host}`,
  ];
  headers.set('Content-Security-Policy', directives.filter(Boolean).join('; '));
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()');
  if (protocol === 'https:') {
    headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload');
  }
}
