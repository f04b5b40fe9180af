import type { Client } from '@libsql/client';
import type { Page } from '@playwright/test';
import { backUp, upload, zipOf } from '../support/backup-calls.ts';
import { holdWebhooks } from '../support/held-calls.ts';
import type { Owner } from '../support/people.ts';
import { instanceOf } from '../support/set-up.ts';
import { expectNoBarrier, openAll } from './support/barriers.ts';
import { overlayOf } from './support/billing.ts';
import { expect, test } from './support/fixtures.ts';
import { hurryToStatus } from './support/hurry.ts';
import { signInAs } from './support/sign-in.ts';
import { untilHydrated, visit } from './support/visit.ts';

/** Writes a subscription state that the provider would reach only after weeks. */
async function become(database: Client, { accountId }: Owner, state: State): Promise<void> {
  const now = Date.now();
  const { rowsAffected } = await database.execute({
    sql: 'UPDATE subscriptions SET status = ?, paused_at = ?, cancels_at = ? WHERE account_id = ?',
    args: [
      state === 'cancelled' ? 'active' : state,
      state === 'paused' ? now : null,
      state === 'cancelled' ? now + 30 * 86_400_000 : null,
      accountId,
    ],
  });
  expect(rowsAffected).toBe(1);
}

type State = 'active' | 'past_due' | 'paused' | 'cancelled';

const billingScreens: Readonly<Record<State, readonly string[]>> = {
  active: [
    '/account/change-plan',
    '/account/change-plan?period=yearly&dialog=sales',
    '/account/change-plan?plan=custom&executions=12500&activeWorkflows=1',
    '/account/change-plan?confirm=pro-1&period=monthly',
    '/account/change-plan?confirm=custom&period=monthly&executions=42000&activeWorkflows=77',
    '/account/checkout?paid=subscribe',
    '/manage/billing',
    '/manage/billing?dialog=cancel',
  ],
  past_due: ['/manage/billing', '/dashboard'],
  paused: ['/manage/billing', '/dashboard'],
  cancelled: ['/manage/billing'],
};

/** Goes to a page from the open one, opens its details, and checks it, on a phone for its width. */
async function visitWithoutBarrier(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await visit(page, path);
    await expect(page.getByText('Loading…')).toHaveCount(0);
    await openAll(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expectNoBarrier(page);
  });
}

test('axe finds no barrier on the pages of a visitor', async ({ page }) => {
  await page.goto('/login');
  await expectNoBarrier(page);
  for (const path of ['/register', '/magic-link', '/final-backup', '/consent'])
    await visitWithoutBarrier(page, path);
  await page.goto('/no-such-page');
  await expectNoBarrier(page);
});

test('a public page, which is dark on a screen, is printed in dark letters', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/login');
  const letters = await page
    .getByRole('heading', { level: 1 })
    .evaluate((heading) => getComputedStyle(heading).color.match(/\d+/g)?.map(Number) ?? []);
  expect(letters.length).toBe(3);
  for (const channel of letters) expect(channel).toBeLessThan(100);
});

test('the API reference has no barrier', async ({ page, onlineOwner }) => {
  await signInAs(page, onlineOwner);
  await page.goto('/api/docs');
  await untilHydrated(page);
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  // A call is like the others of its group; axe reads two of each, closed.
  await page.locator('section[aria-labelledby^="group-"] > :nth-child(n + 4)').evaluateAll((calls) => {
    for (const call of calls) call.remove();
  });
  await expectNoBarrier(page);
});

test('dialogs, forms and lists of an owner have no barrier', async ({ page, onlineOwner }) => {
  const { id } = await backUp(onlineOwner);
  const added = { id: 'added', name: 'Added', nodes: [], connections: {} };
  const sent = await upload(onlineOwner, await zipOf({ 'a.json': JSON.stringify(added) }));
  await signInAs(page, onlineOwner);
  await page.goto('/dashboard');
  for (const path of [
    '/manage/export',
    '/manage/export/upload',
    '/manage/export/credentials',
    '/manage/export/restore?backup=bkp_none',
    `/manage/export/restore?backup=${id}`,
    '/account?dialog=password',
    '/help?q=xyzzy',
    '/account/checkout?paid=subscribe',
    sent.headers.get('Location') ?? '',
  ])
    await visitWithoutBarrier(page, path);
  await expect(page.getByRole('checkbox', { name: 'Added' })).toBeChecked();
});

test('the pages of held webhooks are accessible', async ({ page, onlineOwner }) => {
  const { name } = await instanceOf(onlineOwner);
  const [id] = await holdWebhooks(onlineOwner, name, [
    { path: '/webhook/echo?token=1', headers: { Authorization: 'Bearer 1' }, body: '{"order":1}' },
    { path: '/webhook/other', method: 'PUT', body: Buffer.from([0, 255]) },
  ]);
  await hurryToStatus(onlineOwner, name, 1);
  await signInAs(page, onlineOwner);
  await page.goto('/dashboard');
  for (const path of ['/manage/webhooks', `/manage/webhooks/${id}`]) await visitWithoutBarrier(page, path);
});

for (const [state, paths] of Object.entries(billingScreens) as Array<[State, readonly string[]]>) {
  test(`screens are accessible for a person who is ${state}`, async ({ page, database, payer }) => {
    await become(database, payer, state);
    await signInAs(page, payer.client);
    await page.goto('/help');
    for (const path of paths) {
      await visitWithoutBarrier(page, path);
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
    }
  });
}

test('the checkout under the provider’s form has no barrier', async ({ page, database, payer }) => {
  await become(database, payer, 'active');
  await signInAs(page, payer.client);
  await page.goto('/manage/billing');
  await page.getByRole('button', { name: 'Change card' }).click();
  await expect(overlayOf(page).getByLabel('Card number')).toBeVisible();
  // The form itself belongs to the provider.
  await expectNoBarrier(page, 'iframe');
});
