import type { Page, WebSocketRoute } from '@playwright/test';
import { postToSandbox } from '../support/sandbox-calls.ts';
import { instanceOf } from '../support/set-up.ts';
import { expect, test } from './support/fixtures.ts';
import { hurry, hurryToStatus } from './support/hurry.ts';
import { signInAs, signInOnline } from './support/sign-in.ts';
import { ageVersion } from './support/stored-version.ts';
import { untilSent } from './support/until-sent.ts';
import { visit } from './support/visit.ts';

/** The search field that replaces the browser's own list once the script has loaded. */
const timezoneSearch = (page: Page) =>
  page.getByRole('combobox', { name: 'Timezone' }).and(page.locator('input'));

const online = 'Your workspace is now online.';

test('a failed save keeps the input; the next one is live, kept, and can be changed back; a restart asks first', async ({
  page,
  stack,
}) => {
  const { client, accountName } = await signInOnline(page, stack);
  const untilOnline = () => hurryToStatus(client, accountName, 1);
  await page.goto('/manage');
  const timezone = timezoneSearch(page);
  const save = page.getByRole('button', { name: 'Save changes' });
  const executions = (of: string) => page.getByRole('switch', { name: `${of} executions` });
  const restart = async () => {
    await page.getByText('Restart workspace').click();
    await page.getByRole('button', { name: 'Yes, restart now' }).click();
  };

  await test.step('a timezone is found by its letters', async () => {
    await expect(timezone).toHaveValue('Europe/Berlin');
    await timezone.click();
    await timezone.fill('new yo');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['America/New York']);
    await timezone.fill('tok');
    await timezone.press('ArrowDown');
    // An Enter that completes a word of an input method.
    await timezone.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await expect(timezone).toHaveValue('tok');
    await timezone.press('Enter');
    await expect(timezone).toHaveValue('Asia/Tokyo');
    await expect(page.getByRole('listbox')).toBeHidden();
  });

  await test.step('a failed save or restart says so and keeps the input', async () => {
    await executions('Manual').uncheck();
    await executions('Successful').uncheck();
    await page.route('**/manage*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await save.click();
    await expect(page.getByText('There was an error saving your changes.')).toBeVisible();
    await expect(timezone).toHaveValue('Asia/Tokyo');
    await expect(executions('Successful')).not.toBeChecked();
    await restart();
    await expect(page.getByText('There was an error triggering workspace restart.')).toBeVisible();
    await page.unroute('**/manage*');
  });

  await test.step('the next save clears the error, and is live: pending, then online', async () => {
    await save.click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
    await expect(page.getByText('There was an error')).toBeHidden();
    await expect(page.getByText('Your changes are being applied.')).toBeVisible();
    await hurry(client, accountName, () => expect(page.getByText(online)).toBeVisible());
    await expect(save).toBeFocused();
    await expect(executions('Manual')).not.toBeChecked();
    await expect.poll(async () => (await instanceOf(client)).saveExecutions.manual).toBe(false);
  });

  await test.step('a saved setting is changed back on the same page', async () => {
    await untilOnline();
    await executions('Manual').check();
    await save.click();
    await expect.poll(async () => (await instanceOf(client)).saveExecutions.manual).toBe(true);
    await expect(save).toBeFocused();
    await expect(executions('Manual')).toBeChecked();
    await untilOnline();
  });

  await test.step('the settings are kept', async () => {
    await page.reload();
    await expect(page.getByText('Settings saved.')).toBeHidden();
    await expect(timezone).toHaveValue('Asia/Tokyo');
    await expect(executions('Manual')).toBeChecked();
    await expect(executions('Successful')).not.toBeChecked();
    await expect(executions('Failed')).toBeChecked();
    await visit(page, '/dashboard');
    await expect(page.getByText('Asia/Tokyo')).toBeVisible();
  });

  await test.step('a restart asks for confirmation, goes offline briefly and comes back', async () => {
    await visit(page, '/manage');
    await expect(page.getByText('goes offline briefly')).toBeVisible();
    await restart();
    await expect(page.getByText('Your workspace is restarting.')).toBeVisible();
    await expect(page.getByText('It is restarting.')).toBeVisible();
    await hurry(client, accountName, () => expect(page.getByText(online)).toBeVisible());
    await page.getByRole('link', { name: 'Status', exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
    await expect(page.getByText('Your workspace is restarting.')).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: 'Restart' })).toHaveCount(1);
  });
});

test('ignores a timezone that was typed but not selected, and an open form leaves another person’s update alone', async ({
  page,
  onlineOwner,
}) => {
  await signInAs(page, onlineOwner);
  let socket: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/api\/instance\/live/, (route) => {
    socket = route;
  });
  await page.goto('/manage/instance');
  await test.step('ignores a timezone that was typed but not selected', async () => {
    const timezone = timezoneSearch(page);
    await timezone.fill('mars');
    await expect(page.getByText('No timezone found.')).toBeVisible();
    await timezone.press('Escape');
    await expect(timezone).toHaveValue('Europe/Berlin');
  });
  await expect.poll(() => socket !== undefined).toBe(true);
  const view = await (await page.request.get('/api/instance')).json();
  const version = { ...view.version, name: '2.41.9' };
  socket?.send(JSON.stringify({ ...view, revision: view.revision + 1_000, version }));
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await page.route('**/manage*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Save changes' }).click();
  const fields = new URLSearchParams((await posted).postData() ?? '');
  expect(fields.get('version')).toBe(view.version.name);
  // An unchanged selection: saved as no change of the version.
  expect(fields.get('shownVersion')).toBe(view.version.name);
});

test('an irreversible update asks for the workspace’s name; while the version feed is down the version stays and the rest can be saved', async ({
  page,
  stack,
}) => {
  const setFeed = (mode: string) => postToSandbox(stack, '/catalogue/faults', { mode });
  const { client, accountName } = await signInOnline(page, stack);
  await setFeed('down');
  // Restarts the Worker, which then has no cached feed.
  await ageVersion(stack, stack.dataDirectory, accountName, '1.123.81');
  await page.goto('/manage');
  const version = page.getByLabel('n8n version');
  await test.step('the version stays and the rest can be saved while the version feed is down', async () => {
    await expect(page.getByText('Could not load n8n versions.')).toBeVisible();
    await expect(version).toHaveValue('1.123.81');
    await page.getByRole('switch', { name: 'Failed executions' }).uncheck();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
    await setFeed('none');
    await hurryToStatus(client, accountName, 1);
  });
  await page.reload();
  await expect(version).toHaveValue('1.123.81');
  await expect(page.getByText(/^An update to .* can’t be undone/)).toBeHidden();
  await version.selectOption('2.40.7');
  await expect(page.getByText('An update to 2.40.7 can’t be undone')).toBeVisible();
  const name = page.getByRole('textbox', { name: `Type ${accountName} to confirm` });
  await name.fill('another');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Please type the name of your workspace exactly.')).toBeVisible();
  await expect(name).toBeFocused();
  await expect(version).toHaveValue('2.40.7');
  await name.fill(accountName);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/manage\/update$/);
  const passed = page.getByText('2.40.7 passed and is now in use');
  await hurry(client, accountName, () => expect(passed).toBeVisible());
  await page.getByRole('link', { name: 'Back to settings' }).click();
  await expect(page.getByText(/^An update to .* can’t be undone/)).toBeHidden();
  expect((await hurryToStatus(client, accountName, 1)).version.name).toBe('2.40.7');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be set, confirmed and restarted', async ({ page, stack }) => {
    const { client, accountName } = await signInOnline(page, stack);
    await ageVersion(stack, stack.dataDirectory, accountName, '1.123.81');
    await page.goto('/manage');
    await page.getByLabel('Timezone').selectOption('Asia/Tokyo');
    await page.getByLabel('n8n version').selectOption('2.40.7');
    await expect(page.getByText(/^An update to .* can’t be undone/)).toBeHidden();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('An update to 2.40.7 can’t be undone')).toBeVisible();
    await expect(page.getByLabel('Timezone')).toHaveValue('Asia/Tokyo');
    await page.getByLabel(`Type ${accountName} to confirm`).fill(accountName);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL(/\/manage\/update$/);
    const passed = '2.40.7 passed and is now in use';
    await hurry(client, accountName, () => untilSent(page, '/manage/update', passed));
    await page.reload();
    await expect(page.getByText(passed)).toBeVisible();
    await page.goto('/manage');
    expect(await hurryToStatus(client, accountName, 1)).toMatchObject({
      version: { name: '2.40.7' },
      timezone: 'Asia/Tokyo',
    });
    await page.reload();
    await page.getByText('Restart workspace').click();
    await page.getByRole('button', { name: 'Yes, restart now' }).click();
    await expect(page.getByText('Your workspace is restarting.')).toBeVisible();
  });
});
