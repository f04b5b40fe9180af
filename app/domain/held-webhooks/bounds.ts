import type { InstanceFacts } from '../instance/state.ts';
import { HOUR_MS } from '../time/clock.ts';
import type { HeldBounds } from './held.ts';

/** The largest body that is held. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Up to this size, a body is stored in the object itself; a larger one is a file in R2. */
export const INLINE_BODY_BYTES = 64 * 1024;
/** Names and values of a request's headers together; n8n takes fewer. */
export const MAX_HEADER_BYTES = 64 * 1024;
/** A path with its query. */
export const MAX_ADDRESS_CHARACTERS = 8 * 1024;

const MIN_COUNT = 1_000;
const MAX_COUNT = 50_000;
const BYTES_EACH = INLINE_BODY_BYTES;
const DEFAULT_HOURS = 72;
const LONG_HOURS = 168;
/** Plans that keep logs for so many days keep webhooks for a week. */
const LONG_LOG_RETENTION_DAYS = 30;

/** @returns what a plan keeps at most: as many requests as it has executions a month, within limits. */
export function boundsOf(
  limits: Pick<InstanceFacts['limits'], 'monthlyExecutions' | 'logRetentionDays'>,
): HeldBounds {
  const count = Math.min(MAX_COUNT, Math.max(MIN_COUNT, limits.monthlyExecutions));
  return {
    count,
    bytes: Math.min(1024 * 1024 * 1024, count * BYTES_EACH),
    hours: limits.logRetentionDays >= LONG_LOG_RETENTION_DAYS ? LONG_HOURS : DEFAULT_HOURS,
  };
}

/** @returns how long a request is kept, ms. */
export function keptMs(bounds: HeldBounds): number {
  return bounds.hours * HOUR_MS;
}
