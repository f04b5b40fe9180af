import { expect, type Page } from '@playwright/test';
import { HANGS_AFTER_MS } from '../../support/patience.ts';
import { visit } from './visit.ts';

/** A pressed submit button, and the elements marked as pending in the task of its submit event. */
export interface Press {
  button: string;
  /** `itself`, or the marked element as HTML. */
  marked: string[];
}

/** Excludes forms that open another tab, the theme, which applies immediately, and Conform's buttons, which the browser handles. */
const BUTTONS = 'form:not([target], .account-menu__themes) [type="submit"]:enabled:not([name="__intent__"])';

declare global {
  interface Window {
    /** Whether the browser itself would have sent the form that was submitted last. */
    isNativeSubmit: boolean;
    /** Whether the page's requests for data are answered: while it goes to the next page. */
    isDataAnswered: boolean;
  }
}

/**
 * Leaves every request of a page's scripts for data unanswered, like a hanging connection, and sends no form of a page without
 * scripts. In the page itself: Playwright's routes switch the cache off.
 */
export async function leaveDataUnanswered(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.isDataAnswered = false;
    window.fetch = (input, init) => {
      const { searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
      if (window.isDataAnswered || !searchParams.has('_data')) return fetch(input, init);
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    };
    addEventListener('submit', (event) => {
      window.isNativeSubmit = !event.defaultPrevented;
      event.preventDefault();
    });
  });
}

/** Opens a page within the open document, whose requests for data are then answered. */
async function visitAnswered(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    window.isDataAnswered = true;
  });
  const before = page.url();
  await visit(page, path);
  await expect(page).not.toHaveURL(before);
  await page.evaluate(() => {
    window.isDataAnswered = false;
  });
}

/**
 * Presses every submit button of a page, one after the other, and leaves the forms unanswered. Skips forms that the browser
 * itself sends.
 *
 * @param isFirst whether the page opens as a document; otherwise within the open one.
 */
export async function pressForms(page: Page, path: string, isFirst: boolean): Promise<Press[]> {
  if (isFirst) await page.goto(path, { waitUntil: 'commit' });
  else await visitAnswered(page, path);
  // Waits for hydration: before it, the browser itself would send the form.
  await page.waitForFunction(
    (selector) => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>(selector)];
      if (document.readyState === 'loading') return false;
      if (!buttons[0]?.form) throw new Error(`${location.href} shows no form.`);
      if (!buttons.every((button) => Object.keys(button).some((key) => key.startsWith('__reactProps'))))
        return false;
      buttons[0].form.noValidate = true;
      buttons[0].click();
      return document.querySelector('[data-pending]') !== null;
    },
    BUTTONS,
    { timeout: HANGS_AFTER_MS },
  );
  return page.evaluate(async (selector) => {
    const presses: Press[] = [];
    const marked = () => [...document.querySelectorAll<HTMLButtonElement>('[data-pending]')];
    for (let index = 0; ; index += 1) {
      // Ends the previous submission.
      document.querySelector<HTMLAnchorElement>('.home-link')?.click();
      await Promise.resolve();
      if (marked().length > 0) throw new Error(`${marked()[0]?.outerHTML} stays pending.`);
      const button = document.querySelectorAll<HTMLButtonElement>(selector)[index];
      if (!button?.form) return presses;
      // Enter presses a hidden button instead of the visible one.
      const isItself = (element: HTMLButtonElement) =>
        element === button || (button.ariaHidden !== null && element.form === button.form);
      const html = button.outerHTML;
      button.form.noValidate = true;
      window.isNativeSubmit = false;
      button.click();
      // React renders urgent updates after its handlers; a programmatic click has no event around it.
      await Promise.resolve();
      if (window.isNativeSubmit) continue;
      presses.push({
        button: html,
        marked: marked().map((element) => (isItself(element) ? 'itself' : element.outerHTML)),
      });
    }
  }, BUTTONS);
}
