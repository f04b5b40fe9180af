import type { InstanceFacts } from '../instance/state.ts';
import { HOUR_MS } from '../time/clock.ts';
import type { HeldBounds } from './held-request.ts';

/** Maximum size of a held body. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** A body up to this size is stored in the object itself, a larger one in R2. */
export const INLINE_BODY_BYTES = 64 * 1024;
/**
 * Address and headers together: n8n's server refuses 16 KiB
 * (https://nodejs.org/api/http.html#httpmaxheadersize), replays add some.
 */
export const MAX_HEAD_BYTES = 15 * 1024;
/** Address and headers up to this size pass each proxy before a workspace; of larger ones, it has to be asked. */
export const SAFE_HEAD_BYTES = 8 * 1024;
/** Path and query together. */
export const MAX_ADDRESS_CHARACTERS = 8 * 1024;

/**
 * Characters of all waiting paths, which the workspace's object keeps in memory, up to three times each, of the 128 MB that the objects of
 * an isolate share: for 50,000 paths of 83 characters.
 */
export const MAX_WAITING_CHARACTERS = 4 * 1024 * 1024;
/** Far longer than any path of n8n's. Longer ones are invented: they have no counters, and leave memory for the others. */
export const MAX_USUAL_PATH_CHARACTERS = 512;

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

/** @param characters of all waiting paths, of which long ones get only half. @returns whether another path can wait. */
export function canPathWait(characters: number, path: string): boolean {
  const share = path.length > MAX_USUAL_PATH_CHARACTERS ? 2 : 1;
  return characters + path.length <= MAX_WAITING_CHARACTERS / share;
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
