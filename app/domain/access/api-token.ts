import { DAY_MS, HOUR_MS } from '../time/clock.ts';
import { type Holder, holds } from './grants.ts';
import type { Permission } from './roles.ts';

/** Prefix of a personal API token; secret scanners recognize a token by it (docs/api-tokens.md). */
export const API_TOKEN_PREFIX = 'weft_pat_';
/** The prefix, 256 random bits in base64url, and a checksum. */
const PATTERN = /^weft_pat_([A-Za-z0-9_-]{43})([0-9A-Za-z]{6})$/;

export const API_TOKENS_PER_PERSON = 20;
const LAST_USED_INTERVAL_MS = HOUR_MS;

/** The permissions that API calls require. */
export const apiScopes = [
  'profile:manage',
  'workspace:view',
  'workspace:open',
  'workspace:configure',
  'backup:export',
  'billing:manage',
  'member:invite',
  'account:setup',
] as const satisfies readonly Permission[];
export type ApiScope = (typeof apiScopes)[number];

/** In days; `none` never expires. */
export const apiTokenLifetimes = ['30', '90', '365', 'none'] as const;
export type ApiTokenLifetime = (typeof apiTokenLifetimes)[number];

/** An API token on its owner's page, without the secret. */
export interface ApiToken {
  id: string;
  name: string;
  accountId: string;
  accountName: string;
  scopes: readonly Permission[];
  createdAt: number;
  /** UTC ms; null for a token that does not expire. */
  expiresAt: number | null;
  /** UTC ms, to the hour; null before the first use. */
  lastUsedAt: number | null;
}

/** @returns the scopes that the holder can grant to a token. */
export function grantableScopes(holder: Holder): ApiScope[] {
  return apiScopes.filter((scope) => holds(holder, scope));
}

/** @returns when a token made at `now` expires, UTC ms; null for never. */
export function apiTokenExpiry(lifetime: ApiTokenLifetime, now: number): number | null {
  return lifetime === 'none' ? null : now + Number(lifetime) * DAY_MS;
}

/** @returns whether "last used" is old enough to be worth a write. */
export function isApiTokenTouchDue(lastUsedAt: number | null, now: number): boolean {
  return lastUsedAt === null || now >= lastUsedAt + LAST_USED_INTERVAL_MS;
}

/** @param secret 43 characters of base64url. */
export function writeApiToken(secret: string): string {
  return `${API_TOKEN_PREFIX}${secret}${checksum(secret)}`;
}

/** @returns whether the text has a token's form and checksum; mistyped tokens cost no query. */
export function isApiToken(text: string): boolean {
  const [, secret, sum] = text.match(PATTERN) ?? [];
  return secret !== undefined && checksum(secret) === sum;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 (ISO 3309) in six digits of base 62, as in GitHub's tokens: a scanner can verify it offline. */
function checksum(ascii: string): string {
  let crc = 0xffffffff;
  for (const character of ascii) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
