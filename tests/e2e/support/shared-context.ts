import type { Browser, BrowserContext, Page, PlaywrightTestOptions } from '@playwright/test';

type PageOptions = Pick<PlaywrightTestOptions, 'javaScriptEnabled' | 'colorScheme' | 'viewport'>;

const USUAL = { colorScheme: 'light', viewport: { width: 1280, height: 720 } } as const;

/**
 * The browser context that the tests of a worker share: with an empty cache, each test would load the scripts of its pages
 * again. Each test has a page of its own, and no cookie or storage of an earlier one.
 */
export class SharedContext {
  #context: BrowserContext | undefined;
  /** Stays open between the tests, so that each test's page finds its renderer's process (`--process-per-site`) running. */
  #keeper: Page | undefined;

  async open(browser: Browser, portalUrl: string): Promise<BrowserContext> {
    if (!this.#context) {
      // Not those of the test that opens it.
      this.#context = await browser.newContext({ ...USUAL, javaScriptEnabled: true });
      this.#keeper = await this.#context.newPage();
      await this.#keeper.goto(new URL('/robots.txt', portalUrl).href);
    }
    return this.#context;
  }

  /** Gives a page what its test asks for, as a context of its own would. */
  async adapt(page: Page, { javaScriptEnabled, colorScheme, viewport }: PageOptions): Promise<void> {
    if (colorScheme !== USUAL.colorScheme) await page.emulateMedia({ colorScheme });
    if (viewport && viewport.width !== USUAL.viewport.width) await page.setViewportSize(viewport);
    if (javaScriptEnabled !== false) return;
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  }

  /** Removes what a test left, or the context if that is not possible. */
  async reset(portalUrl: string): Promise<void> {
    const context = this.#context;
    const pages = context?.pages().filter((page) => page !== this.#keeper) ?? [];
    const [page] = pages;
    // A page's fake clock is its context's, for good. Its Date looks native, its timers do not.
    const isReusable = await page
      ?.evaluate(() => setTimeout.toString().includes('[native code]'))
      .catch(() => false);
    if (!context || !page || !isReusable) return this.close();
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: portalUrl, storageTypes: 'local_storage' });
    await Promise.all(pages.map((one) => one.close()));
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    await context.clearCookies();
  }

  async close(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    await context?.close();
  }
}
