import { SECOND_MS } from '../time/clock.ts';

// Spec §4, "Waiting for an active subscription".
const FIRST_WAIT_MS = SECOND_MS;
const FACTOR = 1.1;
const MAX_WAIT_MS = 15 * SECOND_MS;
const TRIES = 15;
/** Random share of the wait, so that concurrent payers do not ask at the same time. */
const JITTER = 0.2;

/** @param attempt from 1 on. @param random from 0 to below 1. @returns the wait for the next check; null after the last. */
export function activationWaitMs(attempt: number, random: number): number | null {
  if (attempt > TRIES) return null;
  const wait = FIRST_WAIT_MS * FACTOR ** (attempt - 1) * (1 + JITTER * (random * 2 - 1));
  return Math.min(MAX_WAIT_MS, Math.round(wait));
}
