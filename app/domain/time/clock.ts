/** The only source of the current time: injected, so that tests and the sandbox can move it. */
export interface Clock {
  /** @returns the current time, UTC ms. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
