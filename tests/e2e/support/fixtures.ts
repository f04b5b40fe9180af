import { test as base } from '@playwright/test';
import type { Stack } from '#scripts/local/stack.ts';
import { startTestStack } from '../../support/test-stack.ts';

/** Browser tests of the product: one stack per Playwright worker, and any console error fails the test. */
export const test = base.extend<{ noConsoleErrors: undefined }, { stack: Stack & { dataDirectory: string } }>(
  {
    stack: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
      async ({}, use) => {
        const stack = await startTestStack();
        await use(stack);
        await stack.stop();
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: async ({ stack }, use) => use(stack.portalUrl),
    noConsoleErrors: [
      async ({ page }, use) => {
        const errors: string[] = [];
        page.on('pageerror', (error) => errors.push(error.message));
        page.on('console', (message) => {
          // The browser reports a refused form or a killed Worker as an error too.
          const isNetwork = /Failed to load resource|WebSocket connection/.test(message.text());
          if (message.type() === 'error' && !isNetwork) errors.push(message.text());
        });
        await use(undefined);
        if (errors.length > 0) throw new Error(`The page reported errors:\n${errors.join('\n')}`);
      },
      { auto: true },
    ],
  },
);

export { expect } from '@playwright/test';
