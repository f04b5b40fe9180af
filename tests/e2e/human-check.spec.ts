import type { Page } from '@playwright/test';
import { startTestStack } from '../support/test-stack.ts';
import { test as base, expect } from './support/fixtures.ts';

const TIMEOUT_MS = 15_000;
const sentence = 'The human check could not be loaded.';

base(
  'a challenge that does not come is given up after 15 s, and can be asked for again',
  async ({ page }) => {
    let asked = 0;
    await page.route('**/api/human-check', () => {
      // Never answered.
      asked += 1;
    });
    await holdClock(page);
    await page.goto('/register');
    const box = page.getByLabel('I am a human');
    await box.click();
    await expect.poll(() => asked).toBe(1);
    await page.clock.runFor(TIMEOUT_MS - 1);
    await expect(box).toBeDisabled();
    await expect(page.getByText(sentence)).toBeHidden();
    await page.clock.runFor(1);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(box).toBeEnabled();
    await box.click();
    await expect.poll(() => asked).toBe(2);
  },
);

/** Has the page's clock stand still until the test runs it. */
async function holdClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-01-01T00:00:00Z') });
  await page.clock.pauseAt(new Date('2026-01-01T00:01:00Z'));
}

/** With Turnstile, whose script comes from Cloudflare: here, from nowhere. */
const withTurnstile = base.extend({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      const stack = await startTestStack({
        variables: { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET_KEY: 'secret' },
      });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

withTurnstile.describe('Turnstile', () => {
  withTurnstile('a script that does not load is given up after 15 s', async ({ page }) => {
    let asked = 0;
    await page.route('https://challenges.cloudflare.com/**', () => {
      asked += 1;
    });
    await holdClock(page);
    await page.goto('/register');
    await expect.poll(() => asked).toBe(1);
    await page.clock.runFor(TIMEOUT_MS - 1);
    await expect(page.getByText(sentence)).toBeHidden();
    await page.clock.runFor(1);
    await expect(page.getByText(sentence)).toBeVisible();
  });

  withTurnstile('a script that comes in time draws its widget, and nothing is given up', async ({ page }) => {
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.turnstile = { render: (box) => { box.textContent = 'drawn'; return 'w1'; }, remove() {} };`,
      }),
    );
    await page.clock.install();
    await page.goto('/register');
    await expect(page.getByText('drawn')).toBeVisible();
    await page.clock.runFor(2 * TIMEOUT_MS);
    await expect(page.getByText(sentence)).toBeHidden();
  });
});
