import { z } from 'zod';
import { fieldError } from '../errors/field-errors.ts';

const ACCOUNT_NAME_MIN_LENGTH = 3;
const ACCOUNT_NAME_MAX_LENGTH = 25;

/**
 * An account's name, and its workspace's subdomain (spec §5). Each rule has its own error; capitals
 * only count as invalid characters.
 */
export const accountNameSchema = z
  .string({ error: fieldError('account_name_required') })
  .trim()
  .min(ACCOUNT_NAME_MIN_LENGTH, fieldError('account_name_too_short'))
  .max(ACCOUNT_NAME_MAX_LENGTH, fieldError('account_name_too_long'))
  .regex(/^[a-z0-9-]*$/, fieldError('account_name_characters'))
  .regex(/^[a-z]/i, fieldError('account_name_start'))
  .regex(/[a-z0-9]$/i, fieldError('account_name_end'));

/**
 * Host names that no customer can have: ours, names that people would mistake for ours, and names that clients trust
 * (RFC 2142, `autodiscover`, `wpad`).
 */
const reservedNames = new Set(
  `abuse account accounts admin administrator api app apps assets auth autoconfig autodiscover backup backups
  billing blog cdn cloud cluster community console contact dashboard demo dev developer developers docs download
  email enterprise export files forum ftp git github gitlab grafana graphql health help home hostmaster hooks
  imap images imprint info ingress internal invoice invoices legal live localhost login login-code logs mail manage media
  metrics mobile monitor monitoring mta-sts mysql n8n news noreply no-reply ns ns1 ns2 oauth office ops owner
  paddle partner partners pay payment payments pop pop3 portal postgres postmaster press preview pricing privacy
  prod production public register root sales sandbox secure security server service services shop signin signup
  smtp ssh ssl staging static stats status store stripe support sysadmin system team teams terms test testing
  tls tools turso update updates user users vpn weft weftcloud weft-cloud webhook webhooks webmail webmaster
  wiki workspace workspaces wpad www www1 www2`.split(/\s+/),
);

/** @returns whether customers cannot have the name. The form shows it as taken. */
export function isReservedAccountName(name: string): boolean {
  // An `xn--` label is punycode: a browser would display different letters.
  return reservedNames.has(name) || name.startsWith('xn--');
}
