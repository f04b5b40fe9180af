import { normalizeEmail } from './email.ts';

/** Providers that ignore dots before the @, with the domain under which they deliver. */
const DOTLESS_DOMAINS: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * Names the inbox that an address most likely reaches, only for rate limits: `ada@gmail.com` for `A.da+news@googlemail.com`.
 * Elsewhere two addresses of one inbox stay two: only some providers ignore `+tag` (RFC 5233) and
 * dots. Never an address to send to.
 */
export function mailboxOf(email: string): string {
  const normalized = normalizeEmail(email);
  const at = normalized.lastIndexOf('@');
  const [local = ''] = normalized.slice(0, at).split('+');
  const domain = normalized.slice(at + 1).replace(/\.$/, '');
  const delivering = DOTLESS_DOMAINS.get(domain);
  const inbox = delivering === undefined ? local : local.replaceAll('.', '');
  // An address that begins with `+` has no name before the tag.
  return `${inbox === '' ? normalized.slice(0, at) : inbox}@${delivering ?? domain}`;
}
