import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type PageOptions, SharedPage } from './shared-page.ts';

/**
 * The browser context that the tests of a worker share: with an empty cache, each test would load the scripts of its pages
 * again. A test starts without the cookies, storage and pages of an earlier one.
 */
export class SharedContext {
  #context: BrowserContext | undefined;
  /** Stays open between the tests, so that each test's page finds its renderer's process (`--process-per-site`) running. */
  #keeper: Page | undefined;
  #page: SharedPage | undefined;

  async open(browser: Browser, portalUrl: string): Promise<BrowserContext> {
    if (!this.#context) {
      // The first test's options are not those of the others: a page takes them over.
      this.#context = await browser.newContext({
        javaScriptEnabled: true,
        colorScheme: 'light',
        viewport: { width: 1280, height: 720 },
      });
      this.#keeper = await this.#context.newPage();
      await this.#keeper.goto(new URL('/robots.txt', portalUrl).href);
    }
    return this.#context;
  }

  /** @returns the page of the tests, as this one asks for it. */
  async lendPage(context: BrowserContext, options: PageOptions): Promise<Page> {
    this.#page ??= await SharedPage.open(context);
    return this.#page.lend(options);
  }

  /** Removes what a test left, or the page or the context if that is not possible. */
  async reset(portalUrl: string): Promise<void> {
    const context = this.#context;
    const pages = context?.pages().filter((page) => page !== this.#keeper) ?? [];
    const [page] = pages;
    // A page's fake clock is its context's, for good. Its Date looks native, its timers do not.
    const isReusable = await page
      ?.evaluate(() => setTimeout.toString().includes('[native code]'))
      .catch(() => false);
    if (!context || !page || !isReusable) return this.close();
    const isKept = await this.#page?.reset(portalUrl).catch(() => false);
    const kept = isKept ? this.#page?.page : undefined;
    if (!kept) this.#page = undefined;
    await Promise.all(pages.filter((one) => one !== kept).map((one) => one.close()));
    // Once no page of the test is left to write.
    if (this.#keeper) {
      const session = await context.newCDPSession(this.#keeper);
      await session.send('Storage.clearDataForOrigin', { origin: portalUrl, storageTypes: 'local_storage' });
      await session.detach();
    }
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    await context.clearCookies();
  }

  async close(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    this.#page = undefined;
    await context?.close();
  }
}
