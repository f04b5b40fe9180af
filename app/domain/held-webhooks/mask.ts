import type { ShownValue } from './held.ts';

/** Names whose values are secrets: credentials, and what proves who sent a request. */
const SECRET_NAME =
  /authorization|cookie|token|secret|signature|key|password|passwd|credential|session|auth/i;
/** Named like secrets, and none. */
const HARMLESS = new Set(['idempotency-key', 'x-idempotency-key']);

/** @returns whether people may see the name alone. */
function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !HARMLESS.has(name.toLowerCase());
}

/** Shows headers or query parameters to people, with the values of secrets masked. */
export function maskValues(values: Iterable<readonly [name: string, value: string]>): ShownValue[] {
  return [...values].map(([name, value]) =>
    isSecretName(name) ? { name, value: '•'.repeat(8), isMasked: true } : { name, value, isMasked: false },
  );
}
