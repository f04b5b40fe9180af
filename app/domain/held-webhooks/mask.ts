import type { ShownValue } from './held-request.ts';

/** Names whose values are secrets: credentials, and what proves who sent a request. */
const SECRET_NAME =
  /authorization|cookie|token|secret|signature|key|password|passwd|credential|session|auth/i;
/** Names that match the pattern, without secret values. */
const HARMLESS = new Set(['idempotency-key', 'x-idempotency-key']);

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !HARMLESS.has(name.toLowerCase());
}

/** Shows headers or query parameters to people, with the values of secrets masked. */
export function maskValues(values: Iterable<readonly [name: string, value: string]>): ShownValue[] {
  return [...values].map(([name, value]) =>
    isSecretName(name) ? { name, value: '•'.repeat(8), isMasked: true } : { name, value, isMasked: false },
  );
}
