import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/checks/browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.reports/e2e',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  globalSetup: './tests/e2e/support/build.ts',
  // Each has a stack of its own, and waits for it as often as it works.
  workers: 2,
  reporter: [['json', { outputFile: '.reports/e2e.json' }], ['list']],
  use: {
    // Below the test's own limit: a click that waits for ever is then reported by its name.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
