import type { Locator, Page } from '@playwright/test';
import { subscribe } from '../support/billing-calls.ts';
import { addTeammate, idsOf, type Owner } from '../support/people.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { runAxe } from './support/axe.ts';
import { test as base, expect } from './support/fixtures.ts';
import { hurry, hurryToStatus } from './support/hurry.ts';
import { watchShifts } from './support/layout-shifts.ts';
import { askForLessData } from './support/save-data.ts';
import { signInAs } from './support/sign-in.ts';

const test = base.extend<{ owner: Owner }>({
  owner: async ({ stack }, use) => {
    const client = new PortalClient(stack);
    const fields = await setUpOnline(client);
    const database = openTestDatabase(stack.databaseUrl);
    await use({ client, fields, ...(await idsOf(database, fields.accountName)) });
    database.close();
  },
});
const restarting = 'It is restarting.';
const online = 'Your workspace is now online.';
const payment = 'A payment was received.';

/** @returns the region of the shown toasts, by a text of one. */
const regionOf = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** @returns the controls of the page that the toasts cover. */
const covered = (region: Locator) =>
  region.evaluate((toasts) => {
    const over = toasts.getBoundingClientRect();
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((control) => !toasts.contains(control) && control.checkVisibility())
      .filter((control) => {
        const { top, bottom, left, right } = control.getBoundingClientRect();
        return top < over.bottom && bottom > over.top && left < over.right && right > over.left;
      })
      .map((control) => control.outerHTML);
  });

test('a teammate’s restart shows a toast on another page that covers and moves nothing, on a phone and a desktop', async ({
  page,
  owner,
  stack,
}) => {
  const database = openTestDatabase(stack.databaseUrl);
  const teammate = await addTeammate(owner, database, 'operator');
  database.close();
  const workspace = owner.fields.accountName;
  await signInAs(page, teammate.client);
  for (const width of [360, 1280]) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/account');
      // The header's search is enabled once the script that also runs the toasts has loaded.
      await expect(
        page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }),
      ).toBeEnabled();
      const shifts = await watchShifts(page, '.toasts');
      await owner.client.post('/manage', { intent: 'restart' });
      const region = regionOf(page, new RegExp(`${restarting}|${online}`));
      await expect(region).toBeVisible();
      expect(await covered(region)).toEqual([]);
      await hurry(owner.client, workspace, () => expect(region.getByText(online)).toBeVisible());
      expect(await covered(region)).toEqual([]);
      expect(await shifts()).toBe(0);
      expect((await runAxe(page)).violations).toEqual([]);
      await region.getByRole('button', { name: 'Close' }).click();
      await expect(region).toBeHidden();
      await expect(page.getByRole('main')).toBeFocused();
    });
    await hurryToStatus(owner.client, workspace, 1);
  }
});

test('a payment and its new limits show toasts to the owner, until the next page', async ({
  page,
  owner,
}) => {
  await signInAs(page, owner.client);
  await page.goto('/account');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })).toBeEnabled();
  await subscribe(owner, { planId: 'starter', period: 'monthly' });
  const region = regionOf(page, payment);
  await expect(region).toBeVisible();
  await expect(region.getByText('you now have 2,500 executions a month')).toBeVisible();
  expect(await covered(region)).toEqual([]);
  await region.getByRole('link', { name: 'Open billing' }).click();
  await expect(page).toHaveURL(/\/manage\/billing$/);
  await expect(page.getByText(payment)).toBeHidden();
});

test('a reader who asked for less data gets only the status', async ({ page, owner, stack }) => {
  await askForLessData(page);
  await signInAs(page, owner.client);
  await page.goto('/account');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })).toBeEnabled();
  await subscribe(owner, { planId: 'starter', period: 'monthly' });
  const database = openTestDatabase(stack.databaseUrl);
  await eventually(async () => {
    const { rows } = await database.execute({
      sql: `SELECT 1 FROM outbox WHERE kind = 'workspace.announce_payment' AND delivered_at IS NOT NULL AND id IN
        (SELECT 'msg_announce_paid_' || payments.id FROM payments WHERE account_id = ?)`,
      args: [owner.accountId],
    });
    return rows.length > 0;
  });
  database.close();
  // The status follows the payment on the same connection.
  await owner.client.post('/manage', { intent: 'restart' });
  await hurry(owner.client, owner.fields.accountName, () => expect(regionOf(page, online)).toBeVisible());
  await expect(page.getByText(payment)).toBeHidden();
});
