import type { Client } from '@libsql/client';
import { expect as expectSoon, type Page } from '@playwright/test';
import { get } from '../support/billing-calls.ts';
import { HANGS_AFTER_MS } from '../support/patience.ts';
import type { PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { postToSandbox } from '../support/sandbox-calls.ts';
import { untilStatus } from '../support/set-up.ts';

const expect = expectSoon.configure({ timeout: HANGS_AFTER_MS });

/** Context of an act besides the open page. */
interface ActScene {
  /** The same person on another device. */
  person: PortalClient;
  database: Client;
}

/** An event before a screen is drawn, on its page or elsewhere. */
type Act = (page: Page, scene: ActScene) => Promise<void>;

const toasts = (page: Page) => page.locator('.toasts');

/** The page receives live updates once the script behind its header has loaded. */
const untilListening = (page: Page) =>
  expect(page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })).toBeEnabled();

/** Restarts the workspace on another device, until the page shows it online again. */
const restartElsewhere: Act = async (page, { person }) => {
  await untilListening(page);
  await untilStatus(person, 1);
  await person.post('/manage', { intent: 'restart' });
  await expect(toasts(page).getByText('Your workspace is now online.')).toBeVisible();
};

/** Restarts the workspace on another device; the screen is drawn during the start. */
const restartingElsewhere: Act = async (page, { person }) => {
  await untilListening(page);
  await untilStatus(person, 1);
  await person.post('/manage', { intent: 'restart' });
  await expect(toasts(page).getByText('It is restarting.')).toBeVisible();
};

/** The subscription renews and then fails to renew while the workspace restarts: the maximum number of toasts. */
const hearOfEverything: Act = async (page, { person, database }) => {
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

/** Saves the settings, and is not answered. */
const saveUnanswered: Act = async (page) => {
  await page.route(
    (url) => url.searchParams.has('_data'),
    () => {},
  );
  const save = page.getByRole('button', { name: 'Save changes' });
  await save.click();
  await expect(save).toHaveAttribute('data-pending');
};

/** Copies the workspace's address. */
const copyAddress: Act = async (page) => {
  await page.context().grantPermissions(['clipboard-write']);
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
};

/** Saves a form, which redirects to its screen with a notice. */
const saveName: Act = async (page) => {
  await page.getByRole('dialog').getByRole('button', { name: 'Change name' }).click();
  await expect(page.getByText('Name changed.')).toBeVisible();
};

/** Every act, by the name that a screen gives it. */
export const acts = {
  restartElsewhere,
  restartingElsewhere,
  hearOfEverything,
  saveUnanswered,
  copyAddress,
  saveName,
};
