import type { LaunchOptions } from '@playwright/test';
import { findBrowser } from '#scripts/checks/browser.ts';

const executablePath = findBrowser();

/** The options with which Chromium starts to draw pictures. */
export const browserOptions: LaunchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-gpu',
  ],
};
