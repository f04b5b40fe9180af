import { SECOND_MS } from '#app/domain/time/clock.ts';

const BASE_MS = 200;
const CAP_MS = 5 * SECOND_MS;

/**
 * Exponential back-off with equal jitter, so that callers hit by the same outage do not retry simultaneously.
 * @param attempt failed attempts so far, from 1. @param random in [0, 1). @returns the wait before the next, ms.
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1)) * (0.5 + random / 2));
}

/** @returns the wait from `now` by `Retry-After` (RFC 9110, 10.2.3), ms; undefined without a valid one. */
export function parseRetryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  // Each form of a date begins with its weekday; `Date.parse` reads dates in numbers such as `1.5` too.
  const at = /^[A-Z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
