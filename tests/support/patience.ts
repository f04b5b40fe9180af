/**
 * How long tests wait for an expected event, in ms. Ends only tests that hang: a machine that is many times slower than
 * usual, because of other work, fails no test. Below the time limits of a test (vitest.config.ts, playwright.config.ts).
 */
export const HANGS_AFTER_MS = 150_000;
