import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/checks/browser.ts';
import { HANGS_AFTER_MS } from './tests/support/patience.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.reports/e2e',
  timeout: 300_000,
  expect: { timeout: HANGS_AFTER_MS, toPass: { timeout: HANGS_AFTER_MS } },
  globalSetup: './tests/e2e/support/build.ts',
  // Each worker has its own stack, and waits for it about half of the time. A worker's start takes 4.5 s of processor time.
  workers: 3,
  reporter: [['json', { outputFile: '.reports/e2e.json' }], ['list']],
  use: {
    // Below the test's own limit: a click that waits forever is then reported by its name.
    actionTimeout: HANGS_AFTER_MS,
    navigationTimeout: HANGS_AFTER_MS,
    // A quarter of the time; `PW_DISABLE_TS_ESM=1 npx playwright test --trace on` records what you want to inspect. Only
    // `scripts/checks/run.ts` sets the variable by itself.
    trace: 'off',
    // Without a graphics card, each frame of a spinner is computed; the motion of the screens is not a test's subject.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // There is no GPU: without this, Chromium emulates one.
        '--disable-gpu',
        // A page of the portal shares the process of the one that stays open (`tests/e2e/support/shared-context.ts`).
        '--process-per-site',
        // A new page, the provider's frame and a workspace's tab start no process of their own.
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
      ],
    },
  },
});
