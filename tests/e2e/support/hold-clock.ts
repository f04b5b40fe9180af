import type { Page } from '@playwright/test';

/** Freezes the page's clock until the test advances it. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-01-01T00:00:00Z') });
  await page.clock.pauseAt(new Date('2026-01-01T00:01:00Z'));
}
