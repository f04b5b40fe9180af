import type { Page, WebSocketRoute } from '@playwright/test';
import type { Stack } from '#scripts/local/stack.ts';
import { backUp, type ExportedWorkflow, entriesOf, goInside, zipOf } from '../support/backup-calls.ts';
import { PortalClient } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';
import { expect, test } from './support/billing.ts';
import { signInAs } from './support/sign-in.ts';
import { untilSent } from './support/until-sent.ts';

/** An owner with an Online workspace that has a workflow, signed in in this page's browser. */
async function arrive(page: Page, stack: Stack) {
  const client = new PortalClient(stack);
  const { accountName } = await setUpOnline(client);
  const workflow = await (await goInside(client, accountName)).createWorkflow('Invoices');
  await signInAs(page, client);
  return { client, workflow };
}

/** An archive that renames the workflow, as a browser uploads it from disk. */
async function changedArchive(workflow: ExportedWorkflow) {
  const zip = await zipOf({ 'a.json': JSON.stringify({ ...workflow, name: 'Invoices of last week' }) });
  const buffer = Buffer.from(await zip.arrayBuffer());
  return { name: 'archive.zip', mimeType: 'application/zip', buffer };
}

const run = (workflows: number) => ({
  kind: 'backup',
  running: { id: 'bkp_1', trigger: 'manual', startedAt: Date.now(), workflows, bytes: workflows * 1_000 },
});

const download = (page: Page) => page.getByRole('link', { name: /^Download/ });

test('creates a backup on the open page, downloads it, and restores it after a preview', async ({
  page,
  stack,
}) => {
  const { client, workflow } = await arrive(page, stack);
  await page.goto('/manage/export');
  await expect(page.getByText('There is no backup yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  // A backup of one workflow can complete before the page renders, or both messages appear; the next test delays one.
  const made = page.getByText('Backup started.').or(page.getByText('Backup complete.'));
  await expect(made.first()).toBeVisible();
  await expect(download(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await download(page).click();
  expect((await downloading).suggestedFilename()).toMatch(/^[\w.-]+\.zip$/);

  await page.getByRole('link', { name: 'Restore from a file' }).click();
  await page.getByLabel('Archive (.zip)').setInputFiles(await changedArchive(workflow));
  await page.getByRole('button', { name: 'Upload and preview' }).click();
  await expect(page.getByRole('heading', { name: 'Restore workflows' })).toBeVisible();
  const box = page.getByRole('checkbox', { name: 'Invoices of last week' });
  await expect(box).toBeChecked();
  await box.uncheck();
  await page.getByRole('button', { name: 'Restore selected workflows' }).click();
  await expect(page.getByText('Please choose at least one workflow to restore.')).toBeVisible();
  await box.check();
  await page.getByRole('button', { name: 'Restore selected workflows' }).click();
  await expect(page.getByText('1 workflow replaced')).toBeVisible();
  // Includes the backup that precedes every restore.
  await expect(download(page)).toHaveCount(2);
  await page.reload();
  await expect(page.getByText('1 workflow replaced')).toBeHidden();
  const held = Object.values(await entriesOf((await backUp(client)).archive)).join();
  expect(held).toContain('Invoices of last week');
});

test('a running backup’s workflows are counted live, and its end is announced', async ({
  page,
  onlineOwner,
}) => {
  await signInAs(page, onlineOwner);
  let socket: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/api\/instance\/live/, (route) => {
    route.connectToServer();
    socket = route;
  });
  await page.goto('/manage/export');
  await expect.poll(() => socket !== undefined).toBe(true);
  const push = (message: object) => socket?.send(JSON.stringify(message));
  await expect(async () => {
    push(run(12));
    await expect(page.getByText('12 workflows so far, 12 kB')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeHidden();
  push(run(1_500));
  await expect(page.getByText('1500 workflows so far, 1.5 MB')).toBeVisible();
  const reloaded = page.waitForResponse((response) =>
    response.url().includes('_data=routes%2Fmanage-export'),
  );
  push({ kind: 'backup', running: null });
  await reloaded;
  await expect(page.getByText('workflows so far')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeVisible();
});

test('retries on a failing connection until it is done', async ({ page, onlineOwner }) => {
  await signInAs(page, onlineOwner);
  await page.routeWebSocket(/\/api\/instance\/live/, (route) => route.close());
  await page.goto('/manage/export');
  // Other tests of this workspace have made backups.
  const earlier = await download(page).count();
  let running: ReturnType<typeof run>['running'] | null = run(10).running;
  await page.route(/_data=routes%2Fmanage-export$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const data = await response.json();
    if (running) data.backups.running = running;
    return route.fulfill({ response, json: data });
  });
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('10 workflows so far')).toBeVisible();
  running = run(20).running;
  await expect(page.getByText('20 workflows so far')).toBeVisible();
  running = null;
  await expect(page.getByText('workflows so far')).toBeHidden();
  await expect(download(page)).toHaveCount(earlier + 1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('creates a backup and restores an archive', async ({ page, stack }) => {
    const { workflow } = await arrive(page, stack);
    await page.goto('/manage/export');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect(page.getByText('Backup started.')).toBeVisible();
    await untilSent(page, '/manage/export', '/download"');
    await page.reload();
    await expect(download(page)).toBeVisible();
    await page.getByRole('link', { name: 'Restore from a file' }).click();
    await page.getByLabel('Archive (.zip)').setInputFiles({
      name: 'notes.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('none'),
    });
    await page.getByRole('button', { name: 'Upload and preview' }).click();
    await expect(page.getByText('This file isn’t a workflow backup')).toBeVisible();
    await page.goto('/manage/export/upload');
    await page.getByLabel('Archive (.zip)').setInputFiles(await changedArchive(workflow));
    await page.getByRole('button', { name: 'Upload and preview' }).click();
    await page.getByRole('button', { name: 'Restore selected workflows' }).click();
    await expect(page.getByText('1 workflow replaced')).toBeVisible();
  });
});

test('exports and imports credentials with a passphrase', async ({ page, stack }) => {
  const client = new PortalClient(stack);
  const { accountName } = await setUpOnline(client);
  const inside = await goInside(client, accountName);
  const id = await inside.createCredential('Mine', { value: 'secret' });
  await signInAs(page, client);
  await page.goto('/manage/export');
  await page.getByRole('link', { name: 'Back up with credentials' }).click();
  await expect(page.getByRole('heading', { name: 'Back up with credentials' })).toBeVisible();
  const [first, second] = [
    page.getByLabel('Passphrase', { exact: true }),
    page.getByLabel('Repeat passphrase'),
  ];
  await expect(async () => {
    await first.fill('aaaaaaaaaaaa');
    await expect(page.getByText('Strength: too easy to guess')).toBeVisible({ timeout: 500 });
  }).toPass();
  await first.fill('correct horse battery staple');
  await expect(page.getByText('Strength: strong')).toBeVisible();
  await second.fill('correct horse battery stable');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('The passphrases don’t match.')).toBeVisible();
  await expect(first).toHaveValue('');
  for (const field of [first, second]) await field.fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('With credentials, encrypted')).toBeVisible();
  await inside.removeCredential(id);

  await page
    .getByRole('link', { name: /^Restore the backup/ })
    .first()
    .click();
  const passphrase = page.getByLabel(/^Passphrase of this backup/);
  await passphrase.fill('wrong horse battery staple');
  await page.getByRole('button', { name: 'Restore credentials' }).click();
  await expect(page.getByText('doesn’t open this backup’s credentials')).toBeVisible();
  expect(await inside.credentialNames()).toEqual([]);
  await passphrase.fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Restore credentials' }).click();
  await expect(page.getByText('Credentials restored.')).toBeVisible();
  expect(await inside.credentialNames()).toEqual(['Mine']);
});
