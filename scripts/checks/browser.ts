import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The shell is Chromium without its own windows and pages; it needs two thirds of the CPU time. */
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

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
  const install = (name: string) => run('apt-get', ['install', '-y', name]);
  if (isDebianRoot && run('apt-get', ['update']))
    if (install('chromium-headless-shell') || install('chromium')) return;
  if (run('playwright', ['install', 'chromium'])) return;
  throw new Error('No browser could be installed. Install Chromium and name it with CHROMIUM_PATH.');
}
