import { defineConfig } from '@playwright/test';
import usual from '../../playwright.config.ts';

/** A cold start of n8n takes most of a minute of CPU time, and the walk has three. */
const WALK_TIMEOUT_MS = 40 * 60_000;

/** The walk through the product with n8n as the workspace: `npm run test:n8n -- walk`. */
export default defineConfig(usual, {
  testDir: '.',
  outputDir: '../../.reports/n8n-walk',
  timeout: WALK_TIMEOUT_MS,
  expect: { timeout: 60_000 },
  globalSetup: './support/prepare.ts',
  workers: 1,
  reporter: [
    ['json', { outputFile: '../../.reports/n8n-walk.json' }],
    ['list', { printSteps: true }],
  ],
  use: {
    testIdAttribute: 'data-test-id',
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    screenshot: 'only-on-failure',
  },
});
