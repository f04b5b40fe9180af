import type { Page } from '@playwright/test';

/** Keeps a page's documents from work that its test does not watch: they load no scripts of pages that the test does not open. */
export async function quietPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // What `useIdlePreload` sends to each visible link.
    addEventListener('idle', (event) => event.stopImmediatePropagation(), true);
  });
}

/** Reports a request that the page's content security policy forbids as an error of the console, which fails the test. */
export async function reportViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`${location.pathname}: ${violatedDirective} forbids ${blockedURI}`);
    });
  });
}
