import type { Browser, BrowserContext, Page } from '@playwright/test';

/** A page without a script. */
const STATIC_PAGE = '/robots.txt';

/**
 * The browser context that the tests of a worker share: an empty cache would load and compile the scripts of a page for
 * each test again. Each test has a page of its own, and no cookie or storage of an earlier one.
 */
export class SharedContext {
  #opened: { context: BrowserContext; anchor: Page } | undefined;

  /** Call in a test: a context takes over the options of the test that opens it. */
  async open(browser: Browser): Promise<BrowserContext> {
    if (!this.#opened) {
      const context = await browser.newContext();
      const anchor = await context.newPage();
      this.#opened = { context, anchor };
      // Keeps the process of the portal's pages, and reaches their storage.
      await anchor.goto(STATIC_PAGE);
    }
    return this.#opened.context;
  }

  /** Removes what a test left. */
  async reset(): Promise<void> {
    if (!this.#opened) return;
    const { context, anchor } = this.#opened;
    for (const page of context.pages()) if (page !== anchor) await page.close();
    const hasFakeClock = await anchor.evaluate(() => {
      localStorage.clear();
      return !Date.toString().includes('[native code]');
    });
    // A page's clock is its context's, for good.
    if (hasFakeClock) return this.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    await context.clearCookies();
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.context.close();
  }
}
