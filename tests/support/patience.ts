/**
 * How long tests wait for what should happen, in ms. Only ends what hangs: a machine that is many times slower than usual,
 * since it runs other work too, fails no test. Below the limits of a test (vitest.config.ts, playwright.config.ts).
 */
export const HANGS_AFTER_MS = 150_000;
