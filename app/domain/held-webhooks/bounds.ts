import type { InstanceFacts } from '../instance/state.ts';
import { HOUR_MS } from '../time/clock.ts';
import type { HeldBounds } from './held-request.ts';

/** Maximum size of a held body. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** A body up to this size is stored in the object itself, a larger one in R2. */
export const INLINE_BODY_BYTES = 64 * 1024;
/**
 * Address and headers together. n8n's server refuses 16 KiB (https://nodejs.org/api/http.html#httpmaxheadersize), and a
 * replay adds headers of its own.
 */
export const MAX_HEAD_BYTES = 15 * 1024;
/** Address and headers up to this size pass each proxy before a workspace; of larger ones, it has to be asked. */
export const SAFE_HEAD_BYTES = 8 * 1024;
/** Path and query together. */
export const MAX_ADDRESS_CHARACTERS = 8 * 1024;

const MIN_COUNT = 1_000;
const MAX_COUNT = 50_000;
const BYTES_PER_REQUEST = INLINE_BODY_BYTES;
const DEFAULT_HOURS = 72;
const LONG_HOURS = 168;
/** Plans that keep logs for at least this many days keep webhooks for a week. */
const LONG_LOG_RETENTION_DAYS = 30;

/** @returns the bytes of an address and of header lines, whose characters are a byte each. */
export function countHeadBytes(address: string, headers: Iterable<readonly [string, string]>): number {
  let sum = address.length;
  for (const [name, value] of headers) sum += `${name}: ${value}\r\n`.length;
  return sum;
}

/** @returns the bounds of a plan: as many requests as monthly executions, within limits. */
export function boundsOf(
  limits: Pick<InstanceFacts['limits'], 'monthlyExecutions' | 'logRetentionDays'>,
): HeldBounds {
  const count = Math.min(MAX_COUNT, Math.max(MIN_COUNT, limits.monthlyExecutions));
  return {
    count,
    bytes: Math.min(1024 * 1024 * 1024, count * BYTES_PER_REQUEST),
    hours: limits.logRetentionDays >= LONG_LOG_RETENTION_DAYS ? LONG_HOURS : DEFAULT_HOURS,
  };
}

/** @returns how long a request is kept, ms. */
export function retentionMs(bounds: HeldBounds): number {
  return bounds.hours * HOUR_MS;
}
