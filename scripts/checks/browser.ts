import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @returns the browser for tests: the configured one, Playwright's own, or the system's; undefined without any. */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  const candidates = [...(named ? [named] : []), chromium.executablePath(), ...SYSTEM_BROWSERS];
  return candidates.find((path) => existsSync(path));
}

/** Installs a missing browser: Playwright's own, or else Debian's. */
export function ensureBrowser(): void {
  if (findBrowser()) return;
  console.info('Installing a browser for the tests ...');
  const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isDebianRoot && run('apt-get', ['update']) && run('apt-get', ['install', '-y', 'chromium'])) return;
  if (run('playwright', ['install', 'chromium'])) return;
  throw new Error('No browser could be installed. Install Chromium and name it with CHROMIUM_PATH.');
}
