import type { ShownValue } from './held-request.ts';

/** Names whose values are secrets: credentials, and what proves who sent a request. Not `author` or `keyword`. */
const SECRET_NAME =
  /auth(?!or(?!i[sz]))|cookie|token|secret|signature|hmac|key(?!word)|passw|passphrase|passcode|pwd|credential|sess(?:ion|id)|bearer|jwt|dpop|saml|assertion|signed[-_](?:request|payload)|x-trello-webhook/i;
/** Short names of the same, as whole words: `sig`, `paypal-transmission-sig`, `user[pin]`. */
const SECRET_WORD = /(?:^|[^a-z0-9])(?:sig|sign|otp|totp|pin|pass|pw|sid|csrf|xsrf)(?:$|[^a-z0-9])/i;
/** Whole names that are words of other names too: an OAuth code, but no country's; a sender's hash, but no commit's. */
const SECRET_WHOLE = /^(?:(?:device[-_])?code|code[-_]verifier|(?:x-)?(?:(?:verif|webhook)[-_])?hash)$/i;
/** Names that match the patterns, without secret values: they describe a secret, or name a request. */
const HARMLESS = /idempotency|[-_](?:algo(?:rithm)?|timestamp|type|version)$/i;

/** Credentials under any name, by their scheme (RFC 9110, 11.4): one value or parameters, unlike a sentence. */
const CREDENTIALS =
  /^(?:basic|bearer|digest|dpop|hawk|mac|negotiate|ntlm|oauth|ssws|[\w-]*(?:hmac|key|secret|signature|token)[\w-]*)\s+(?:\S+$|\w+\s*=)/i;
/** A JWT or another form of JOSE, which begins with an encoded `{"`. */
const JOSE = /(?<![\w-])eyJ[\w-]+\.[\w-]*\.[\w-]*/;
/** Keys by the prefixes of those who issue them: Stripe, Svix, GitHub, Slack. */
const ISSUED = /^(?:[rs]k_live_|whsec_|gh[a-z]_|xox[a-z]-)\w/;

/** Longer than a scheme: on all of a hostile value, the pattern would take the square of its length. */
const MAX_SCHEME_CHARACTERS = 256;
/** Addresses within the parameters of addresses are read this deep. */
const MAX_DEPTH = 3;

function isSecretName(name: string): boolean {
  if (SECRET_WHOLE.test(name)) return true;
  return (SECRET_NAME.test(name) || SECRET_WORD.test(name)) && !HARMLESS.test(name);
}

/**
 * @returns whether a value is a secret under any name: credentials, a signed token, or an address,
 *   also without host, with one of them.
 */
function isSecretValue(value: string, depth = 0): boolean {
  if (CREDENTIALS.test(value.slice(0, MAX_SCHEME_CHARACTERS)) || JOSE.test(value) || ISSUED.test(value))
    return true;
  if (!/[?#@]/.test(value) || !URL.canParse(value, 'https://host.invalid')) return false;
  const { username, password, searchParams, hash } = new URL(value, 'https://host.invalid');
  if (username !== '' || password !== '') return true;
  return [...searchParams, ...new URLSearchParams(hash.slice(1))].some(
    ([name, inner]) => isSecretName(name) || (depth < MAX_DEPTH && isSecretValue(inner, depth + 1)),
  );
}

/** Shows headers or query parameters to people, with the values of secrets masked. */
export function maskValues(values: Iterable<readonly [name: string, value: string]>): ShownValue[] {
  return [...values].map(([name, value]) =>
    isSecretName(name) || isSecretValue(value)
      ? { name, value: '•'.repeat(8), isMasked: true }
      : { name, value, isMasked: false },
  );
}
