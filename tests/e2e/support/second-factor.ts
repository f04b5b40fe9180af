import { readFile } from 'node:fs/promises';
import type { Client } from '@libsql/client';
import type { Page } from '@playwright/test';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { Owner } from '../../support/people.ts';
import { decodeBase32 } from '../../support/second-factor.ts';
import { signOutByKey } from './account-menu.ts';
import { COLOR_RULES, runAxe } from './axe.ts';
import { untilColorsStand } from './barriers.ts';
import { expect } from './fixtures.ts';
import { pressByKey, typeByKey } from './keyboard.ts';
import { closeAfterTest } from './shared-page.ts';

const viewports = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 360, height: 740 },
] as const;

/** Checks axe's rules and the page width, on a desktop in light colors and on a phone in dark ones. */
export async function expectFit(page: Page): Promise<void> {
  const ownSize = page.viewportSize();
  for (const { colorScheme, ...size } of viewports) {
    // Other rules have the same result in both.
    const rules = colorScheme === 'dark' ? [...COLOR_RULES, 'scrollable-region-focusable'] : null;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await untilColorsStand(page);
    const { violations, passes } = await runAxe(page, { ...(rules && { rules }) });
    const screen = `${page.url()}, ${colorScheme}`;
    expect(violations, screen).toEqual([]);
    expect(passes).toContain('color-contrast');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, screen).toBeLessThanOrEqual(0);
  }
  if (ownSize) await page.setViewportSize(ownSize);
}

/** Signs in with the password, by keyboard. */
export async function enterPassword(page: Page, { fields }: Pick<Owner, 'fields'>): Promise<void> {
  // Signing out leads there.
  if (new URL(page.url()).pathname !== '/login') await page.goto('/login');
  await typeByKey(page, page.getByLabel('Username or email'), fields.email);
  await typeByKey(page, page.getByLabel('Password', { exact: true }), fields.password);
  await page.keyboard.press('Enter');
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
}

/** Signs out, by keyboard. */
export async function signOut(page: Page): Promise<void> {
  await signOutByKey(page);
  await expect(page.getByText('Logout succeeded')).toBeVisible();
}

/** @returns the TOTP secret that the page shows. */
export async function shownSecret(page: Page): Promise<Uint8Array> {
  const key = page.getByRole('paragraph').filter({ hasText: /^Key/ }).getByRole('code');
  return decodeBase32((await key.textContent()) ?? '');
}

/** @returns the recovery codes that the page shows. */
export async function shownCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return codes.allTextContents();
}

/** @returns the content of the page's download, as text. */
export async function downloadByKey(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    pressByKey(page, page.getByRole('link', { name: 'Download' })),
  ]);
  return readFile(await download.path(), 'utf8');
}

/** Dates a person's last proof of identity far in the past. */
export async function ageProof(database: Client, userId: string): Promise<void> {
  const sql = 'UPDATE sessions SET proved_at = 1 WHERE user_id = ?';
  const { rowsAffected } = await database.execute({ sql, args: [userId] });
  expect(rowsAffected).toBeGreaterThan(0);
}

/** Gives the browser a virtual authenticator, such as a laptop's fingerprint reader. */
export async function addAuthenticator(page: Page) {
  closeAfterTest(page);
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether the authenticator recognizes the finger. */
    verifiesUser: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/** Longer than a page uses its WebAuthn options. */
const STALE_AFTER_MS = 5 * MINUTE_MS;

/** Presses a passkey button of a page that is too old, first while the options of its route cannot be fetched, and then again. */
export async function expectRetry(page: Page, name: string, routeId: string): Promise<void> {
  const isRefresh = (url: URL) => url.searchParams.get('_data') === routeId;
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + STALE_AFTER_MS);
  await page.route(isRefresh, (route) => route.abort());
  const button = page.getByRole('button', { name, exact: true });
  await button.click();
  await expect(page.getByText('The passkey could not be used. Please try again.')).toBeVisible();
  await expect(button).not.toHaveAttribute('data-pending');
  await page.unroute(isRefresh);
  await button.click();
}
