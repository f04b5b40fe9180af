import { test as base } from '@playwright/test';
import type { Stack } from '#scripts/local/stack.ts';
import { startTestStack } from '../../support/test-stack.ts';

/** Tests of the product in a browser: one stack for all of a worker's tests, and no error in any console unseen. */
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
          // A refused form, a Worker that was killed on purpose: the browser calls every such answer an error.
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
