import type { ShownValue } from './held-request.ts';

/** Names whose values are secrets: credentials, and what proves who sent a request. */
const SECRET_NAME =
  /auth|cookie|token|secret|signature|hmac|key|passw|passphrase|passcode|pwd|credential|session|bearer|jwt|dpop|x-trello-webhook/i;
/** Short names of the same, as whole words: `sig`, `paypal-transmission-sig`, `user[pin]`. */
const SECRET_WORD = /(?:^|[^a-z0-9])(?:sig|otp|totp|pin|pass|sid)(?:$|[^a-z0-9])/i;
/** Names that match the pattern, without secret values. */
const HARMLESS = new Set(['idempotency-key', 'x-idempotency-key']);
/** Credentials under any name, by their scheme (RFC 9110, 11.4). */
const CREDENTIALS = /^(?:basic|bearer|digest|dpop|hmac|negotiate|token)\s+\S/i;

function isSecretName(name: string): boolean {
  return (SECRET_NAME.test(name) || SECRET_WORD.test(name)) && !HARMLESS.has(name.toLowerCase());
}

/**
 * @returns whether a value is a secret regardless of its name: credentials, or an address with credentials, such as a
 * `Referer`.
 */
function isSecretValue(value: string): boolean {
  if (CREDENTIALS.test(value)) return true;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password, searchParams } = new URL(value);
  return username !== '' || password !== '' || [...searchParams.keys()].some(isSecretName);
}

/** Shows headers or query parameters to people, with the values of secrets masked. */
export function maskValues(values: Iterable<readonly [name: string, value: string]>): ShownValue[] {
  return [...values].map(([name, value]) =>
    isSecretName(name) || isSecretValue(value)
      ? { name, value: '•'.repeat(8), isMasked: true }
      : { name, value, isMasked: false },
  );
}
