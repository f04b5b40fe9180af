import type { Page } from '@playwright/test';

declare global {
  interface Window {
    startScripts: () => void;
  }
}

/**
 * Keeps the scripts of each page from starting, as if they were still loading. The cache holds them, so that a route would
 * delay them only without it.
 *
 * @returns a function for the opened page that starts them.
 */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: HTMLScriptElement[] = [];
    // Called before the parser starts the script that it has just read.
    const observer = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof HTMLScriptElement) || node.type !== 'module') continue;
        node.type = 'held';
        held.push(node);
      }
    });
    observer.observe(document, { childList: true, subtree: true });
    window.startScripts = () => {
      observer.disconnect();
      for (const script of held) {
        const { nonce = '', textContent } = script;
        const started = Object.assign(document.createElement('script'), {
          type: 'module',
          nonce,
          textContent,
        });
        script.replaceWith(started);
      }
    };
  });
  return () => page.evaluate(() => window.startScripts());
}
