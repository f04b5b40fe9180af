import type { BrowserContext, CDPSession, Page, PlaywrightTestOptions } from '@playwright/test';
import { quietPage, reportViolations } from './quiet-page.ts';

export type PageOptions = Pick<PlaywrightTestOptions, 'javaScriptEnabled' | 'colorScheme' | 'viewport'>;

/** Pages that have to be closed after their test. */
const marked = new WeakSet<Page>();

/** Closes a page after its test, which leaves in it what cannot be removed. */
export function closeAfterTest(page: Page): void {
  marked.add(page);
}

/** Calls whose effect stays in a page, or in its context, for good. */
const LASTING = ['addInitScript', 'exposeFunction', 'routeWebSocket'] as const;

/**
 * The page that the tests of a worker share, one after the other: a new one takes 0.1 s of processor time. A test that leaves
 * in it what cannot be removed has it to itself.
 */
export class SharedPage {
  readonly page: Page;
  readonly #listeners: Parameters<Page['on']>[] = [];
  #session: CDPSession | undefined;
  #isLent = false;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(context: BrowserContext): Promise<SharedPage> {
    const page = await context.newPage();
    await quietPage(page);
    await reportViolations(page);
    const shared = new SharedPage(page);
    shared.#follow();
    return shared;
  }

  /** Notices what a test leaves in the page. */
  #follow(): void {
    const { page } = this;
    for (const name of LASTING) {
      const call = page[name].bind(page) as (...args: unknown[]) => unknown;
      Object.assign(page, {
        [name]: (...args: unknown[]) => {
          closeAfterTest(page);
          return call(...args);
        },
      });
    }
    const on = page.on.bind(page);
    page.on = ((...args: Parameters<Page['on']>) => {
      this.#listeners.push(args);
      return on(...args);
    }) as Page['on'];
  }

  /** Gives the page what a test asks for, as a context of its own would. */
  async lend({ javaScriptEnabled, colorScheme, viewport }: PageOptions): Promise<Page> {
    const { page } = this;
    this.#isLent = true;
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce', forcedColors: 'none' });
    if (javaScriptEnabled === false) {
      this.#session = await page.context().newCDPSession(page);
      await this.#session.send('Emulation.setScriptExecutionDisabled', { value: true });
    }
    return page;
  }

  /** Removes what a test left, unless the page is not at the portal, whose storage it could not clear. @returns whether it did. */
  async reset(portalUrl: string): Promise<boolean> {
    const { page } = this;
    if (!this.#isLent) return true;
    this.#isLent = false;
    if (marked.has(page) || page.isClosed() || new URL(page.url()).origin !== portalUrl) return false;
    for (const [event, listener] of this.#listeners.splice(0)) page.off(event, listener);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.evaluate(() => sessionStorage.clear());
    await page.mouse.move(0, 0);
    await this.#session?.detach();
    this.#session = undefined;
    await page.goto('about:blank');
    return true;
  }
}
