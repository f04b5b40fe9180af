import type { Client } from '@libsql/client';
import { test as base } from '@playwright/test';
import type { Stack } from '#scripts/local/stack.ts';
import { subscribe } from '../../support/billing-calls.ts';
import { type Owner, setUpOwner } from '../../support/people.ts';
import { PortalClient } from '../../support/portal-client.ts';
import { setUpOnline } from '../../support/set-up.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { startTestStack } from '../../support/test-stack.ts';
import { quietPage, reportViolations } from './quiet-page.ts';
import { SharedContext } from './shared-context.ts';

type TestStack = Stack & { dataDirectory: string };

/**
 * What the tests of one Playwright worker share, each made when a test first asks for it. All are declared here: a file
 * with a worker fixture of its own would start another worker, with another stack.
 */
interface Shared {
  stack: TestStack;
  /** With Turnstile configured; the tests replace Cloudflare's script. */
  turnstileStack: TestStack;
  database: Client;
  sharedContext: SharedContext;
  /** Has an Online workspace and the trial's plan, for every screen behind the sign-in. */
  onlineOwner: PortalClient;
  /** Pays for a plan and has never started a workspace. */
  payer: Owner;
}

interface OfOneTest {
  /** Gives the test a browser context of its own: an empty cache, a fake clock, or pages of another stack. */
  hasOwnContext: boolean;
  /** Lets the page preload scripts while it is idle; see `quiet-page.ts`. */
  isPageIdleBusy: boolean;
  noConsoleErrors: undefined;
}

const SLOW = { scope: 'worker', timeout: 300_000 } as const;

/** Browser tests of the product: any console error fails the test. */
export const test = base.extend<OfOneTest, Shared>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      const stack = await startTestStack({ isDirect: true });
      await use(stack);
      await stack.stop();
    },
    SLOW,
  ],
  turnstileStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      const stack = await startTestStack({
        variables: { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET_KEY: 'secret' },
      });
      await use(stack);
      await stack.stop();
    },
    SLOW,
  ],
  database: [
    async ({ stack }, use) => {
      const database = openTestDatabase(stack.databaseUrl);
      await use(database);
      database.close();
    },
    { scope: 'worker' },
  ],
  sharedContext: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      const shared = new SharedContext();
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  onlineOwner: [
    async ({ stack }, use) => {
      const client = new PortalClient(stack);
      await setUpOnline(client);
      await use(client);
    },
    SLOW,
  ],
  payer: [
    async ({ stack, database }, use) => {
      const payer = await setUpOwner(stack, database);
      await subscribe(payer, { planId: 'starter', period: 'monthly' });
      await use(payer);
    },
    SLOW,
  ],
  baseURL: async ({ stack }, use) => use(stack.portalUrl),
  hasOwnContext: [false, { option: true }],
  context: async ({ browser, stack, sharedContext, hasOwnContext, timezoneId }, use) => {
    // No page of a context can change its time zone.
    if (hasOwnContext || timezoneId) {
      const own = await browser.newContext();
      await use(own);
      await own.close();
    } else {
      await use(await sharedContext.open(browser, stack.portalUrl));
      await sharedContext.reset(stack.portalUrl);
    }
  },
  isPageIdleBusy: [false, { option: true }],
  page: async (
    {
      context,
      sharedContext,
      hasOwnContext,
      isPageIdleBusy,
      timezoneId,
      javaScriptEnabled,
      colorScheme,
      viewport,
    },
    use,
  ) => {
    if (hasOwnContext || timezoneId || isPageIdleBusy) {
      const page = await context.newPage();
      if (!isPageIdleBusy) await quietPage(page);
      await reportViolations(page);
      await use(page);
    } else await use(await sharedContext.lendPage(context, { javaScriptEnabled, colorScheme, viewport }));
  },
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
});

export { expect } from '@playwright/test';
