import type { Client } from '@libsql/client';
import { backUp, upload, zipOf } from '../support/backup-calls.ts';
import { holdWebhooks } from '../support/held-calls.ts';
import type { Owner } from '../support/people.ts';
import { instanceOf, untilStatus } from '../support/set-up.ts';
import { expectNoBarrier, openAll } from './support/barriers.ts';
import { overlayOf } from './support/billing.ts';
import { expect, test } from './support/fixtures.ts';
import { signInAs } from './support/sign-in.ts';

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

const billingScreens: [State, string][] = [
  ['active', '/account/change-plan'],
  ['active', '/account/change-plan?period=yearly&dialog=sales'],
  ['active', '/account/change-plan?plan=custom&executions=12500&activeWorkflows=1'],
  ['active', '/account/change-plan?confirm=pro-1&period=monthly'],
  ['active', '/account/change-plan?confirm=custom&period=monthly&executions=42000&activeWorkflows=77'],
  ['active', '/account/checkout?paid=subscribe'],
  ['active', '/manage/billing'],
  ['active', '/manage/billing?dialog=cancel'],
  ['past_due', '/manage/billing'],
  ['past_due', '/dashboard'],
  ['paused', '/manage/billing'],
  ['paused', '/dashboard'],
  ['cancelled', '/manage/billing'],
];

for (const path of ['/login', '/register', '/magic-link', '/final-backup', '/consent', '/no-such-page']) {
  test(`${path} has no barrier that a machine can find`, async ({ page }) => {
    await page.goto(path);
    await expectNoBarrier(page);
  });
}

test('a public page, which is dark on a screen, is printed in dark letters', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/login');
  const letters = await page
    .getByRole('heading', { level: 1 })
    .evaluate((heading) => getComputedStyle(heading).color.match(/\d+/g)?.map(Number) ?? []);
  expect(letters.length).toBe(3);
  for (const channel of letters) expect(channel).toBeLessThan(100);
});

for (const path of [
  '/manage/export/upload',
  '/manage/export/credentials',
  '/manage/export/restore?backup=bkp_none',
  '/account?dialog=password',
  '/help?q=xyzzy',
  '/account/checkout?paid=subscribe',
  '/api/docs',
]) {
  test(`${path} has no barrier that a machine can find`, async ({ page, onlineOwner }) => {
    await signInAs(page, onlineOwner);
    await page.goto(path);
    // On a page as long as the API reference, its closed calls are all alike.
    if (path !== '/api/docs') await openAll(page);
    await expectNoBarrier(page);
  });
}

test('the list of backups and a preview have no barrier', async ({ page, onlineOwner }) => {
  const { id } = await backUp(onlineOwner);
  const added = { id: 'added', name: 'Added', nodes: [], connections: {} };
  const sent = await upload(onlineOwner, await zipOf({ 'a.json': JSON.stringify(added) }));
  await signInAs(page, onlineOwner);
  const screens = ['/manage/export', `/manage/export/restore?backup=${id}`];
  for (const path of [...screens, sent.headers.get('Location') ?? '']) {
    await page.goto(path);
    await openAll(page);
    await expectNoBarrier(page);
  }
  await expect(page.getByRole('checkbox', { name: 'Added' })).toBeChecked();
});

test('the pages of held webhooks are accessible', async ({ page, onlineOwner }) => {
  const { name } = await instanceOf(onlineOwner);
  const [id] = await holdWebhooks(onlineOwner, name, [
    { path: '/webhook/echo?token=1', headers: { Authorization: 'Bearer 1' }, body: '{"order":1}' },
    { path: '/webhook/other', method: 'PUT', body: Buffer.from([0, 255]) },
  ]);
  await untilStatus(onlineOwner, 1);
  await signInAs(page, onlineOwner);
  for (const path of ['/manage/webhooks', `/manage/webhooks/${id}`]) {
    await page.goto(path);
    await openAll(page);
    await expectNoBarrier(page);
  }
});

for (const [state, path] of billingScreens) {
  test(`${path} is accessible for a person who is ${state}`, async ({ page, database, payer }) => {
    await become(database, payer, state);
    await signInAs(page, payer.client);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectNoBarrier(page);
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
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
