import type { Client } from '@libsql/client';
import { expect, type Page } from '@playwright/test';
import { get, postToSandbox } from '../support/billing-calls.ts';
import type { PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { untilStatus } from '../support/set-up.ts';

/** What an act needs beside the open page. */
interface ActScene {
  /** Signed in as the page is, on another device. */
  person: PortalClient;
  database: Client;
}

/** Something that happens before a screen is drawn, on its page or elsewhere. */
export type Act = (page: Page, scene: ActScene) => Promise<void>;

const toasts = (page: Page) => page.locator('.toasts');

/** The page listens for what happens elsewhere once the script behind its header is there. */
const untilListening = (page: Page) =>
  expect(page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })).toBeEnabled();

/** Restarts the workspace on another device, until the page says that it is online again. */
export const restartElsewhere: Act = async (page, { person }) => {
  await untilListening(page);
  await untilStatus(person, 1);
  await person.post('/manage', { intent: 'restart' });
  await expect(toasts(page).getByText('Your workspace is now online.')).toBeVisible();
};

/** Restarts the workspace on another device, drawn while it starts. */
export const restartingElsewhere: Act = async (page, { person }) => {
  await untilListening(page);
  await untilStatus(person, 1);
  await person.post('/manage', { intent: 'restart' });
  await expect(toasts(page).getByText('It is restarting.')).toBeVisible();
};

/** The subscription renews and then fails to, while the workspace restarts: as many toasts as there can be. */
export const hearOfEverything: Act = async (page, { person, database }) => {
  await untilListening(page);
  const { account } = (await get(person, '/auth/me')).body as { account: { id: string } };
  const subscription = 'SELECT id FROM subscriptions WHERE account_id = ? AND is_current = 1';
  const { id } = await one(database, subscription, account.id);
  for (const [scenario, text] of [
    ['renewal', 'A payment was received.'],
    ['payment_failed', 'A payment failed.'],
    ['recovered', 'A payment was received.'],
  ] as const) {
    await postToSandbox(person.portal, '/paddle/simulate', { subscriptionId: id, scenario });
    await expect(toasts(page).getByText(text)).toBeVisible();
  }
  await restartElsewhere(page, { person, database });
};

/** Copies the workspace's address. */
export const copyAddress: Act = async (page) => {
  await page.context().grantPermissions(['clipboard-write']);
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
};

/** Saves a form, which comes back to its screen with a notice. */
export const saveName: Act = async (page) => {
  await page.getByRole('dialog').getByRole('button', { name: 'Change name' }).click();
  await expect(page.getByText('Name changed.')).toBeVisible();
};
