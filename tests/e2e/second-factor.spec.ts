import { addTeammate, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { addApp, codeOf } from '../support/second-factor.ts';
import { signOutByMenu } from './support/account-menu.ts';
import { expect, test } from './support/billing.ts';
import { pressByKey, tabTo, typeByKey } from './support/keyboard.ts';
import {
  addAuthenticator,
  ageProof,
  downloadByKey,
  enterPassword,
  expectFit,
  expectRetry,
  expectSignedIn,
  shownCodes,
  shownSecret,
  signOut,
} from './support/second-factor.ts';
import { signInAs } from './support/sign-in.ts';
import { visit } from './support/visit.ts';

/** Each Tab press is a round trip: a busy machine needs more than the usual two minutes. */
const KEYBOARD_WALK_MS = 300_000;

test.describe('with the keyboard alone, light, 1280 px wide', () => {
  test.use({ colorScheme: 'light', viewport: { width: 1280, height: 800 } });
  test.describe.configure({ timeout: KEYBOARD_WALK_MS });

  test('an authenticator app is set up, signs in, and lets the browser be remembered', async ({
    page,
    trialist,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/account/security');
    await expect(page.getByText('Two-factor authentication is off.')).toBeVisible();
    await expectFit(page);
    await pressByKey(page, page.getByRole('link', { name: 'Add an authenticator app' }));
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await expectFit(page);
    const secret = await shownSecret(page);
    await typeByKey(page, page.getByLabel('Name'), 'ويندوز エイダの電話');
    const code = page.getByLabel('Code from the app');
    await typeByKey(page, code, '12345');
    await page.keyboard.press('Enter');
    await expect(page.getByText('That code isn’t valid.')).toBeVisible();
    await expect(code).toBeFocused();
    await expectFit(page);
    await typeByKey(page, code, codeOf({ secret }));
    await page.keyboard.press('Enter');

    const codes = await shownCodes(page);
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeFocused();
    await expectFit(page);
    await pressByKey(page, page.getByRole('button', { name: 'Copy' }));
    await expect(page.getByText('Copied')).toBeVisible();
    const all = `${codes.join('\n')}\n`;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(all);
    expect(await downloadByKey(page)).toBe(all);
    await pressByKey(page, page.getByRole('link', { name: 'I have saved them' }));
    await expect(page.getByText(codes[0] ?? '')).toBeHidden();
    await expect(page.getByText('ويندوز エイダの電話')).toBeVisible();
    await expectFit(page);

    await signOut(page);
    await enterPassword(page, trialist);
    await expect(page).toHaveURL(/\/login\/second-factor/);
    await expectFit(page);
    await typeByKey(page, page.getByLabel('Code'), '000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('That code isn’t valid.')).toBeVisible();
    await expectFit(page);
    await typeByKey(page, page.getByLabel('Code'), codeOf({ secret }, 1));
    await tabTo(page, page.getByRole('checkbox'));
    await page.keyboard.press('Space');
    await pressByKey(page, page.getByRole('button', { name: 'Sign in', exact: true }));
    await expectSignedIn(page);

    await signOut(page);
    await enterPassword(page, trialist);
    await expectSignedIn(page);
    await visit(page, '/account/security');
    await pressByKey(page, page.getByRole('button', { name: /^Forget / }));
    await expect(page.getByText('No remembered browsers.')).toBeVisible();
  });
});

test.describe('with the keyboard alone, dark, 360 px wide', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 360, height: 740 } });
  test.describe.configure({ timeout: KEYBOARD_WALK_MS });

  test('adds a passkey, signs in with it alone and as second factor, confirms access, and removes it', async ({
    page,
    database,
    trialist,
  }) => {
    const authenticator = await addAuthenticator(page);
    await page.goto('/account/security');
    await pressByKey(page, page.getByRole('link', { name: 'Add a passkey' }));
    await typeByKey(page, page.getByLabel('Name'), 'w'.repeat(60));
    await expectFit(page);
    await page.keyboard.press('Enter');
    await shownCodes(page);
    await pressByKey(page, page.getByRole('link', { name: 'I have saved them' }));
    await expect(page.getByText('w'.repeat(60))).toBeVisible();
    await expectFit(page);

    // The authenticator already holds a passkey.
    await pressByKey(page, page.getByRole('link', { name: 'Add a passkey' }));
    await pressByKey(page, page.getByRole('button', { name: 'Add passkey' }));
    await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();

    await signOut(page);
    await expectFit(page);
    await pressByKey(page, page.getByRole('button', { name: 'Sign in with a passkey' }));
    await expectSignedIn(page);

    await signOut(page);
    await enterPassword(page, trialist);
    await expect(page).toHaveURL(/\/login\/second-factor/);
    await expectFit(page);
    await pressByKey(page, page.getByRole('button', { name: 'Use a passkey' }));
    await expectSignedIn(page);

    await ageProof(database, trialist.userId);
    await visit(page, '/account/security?add=app');
    await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    await expectFit(page);
    await authenticator.verifiesUser(false);
    await pressByKey(page, page.getByRole('button', { name: 'Use a passkey' }));
    await expect(page.getByText('The passkey request was cancelled or timed out.')).toBeVisible();
    await expectFit(page);
    await authenticator.verifiesUser(true);
    await pressByKey(page, page.getByRole('button', { name: 'Use a passkey' }));
    await expect(page.getByLabel('Code from the app')).toBeVisible();

    await pressByKey(page, page.getByRole('link', { name: 'Cancel' }));
    await pressByKey(page, page.getByLabel(/^Remove w/));
    await pressByKey(page, page.getByRole('button', { name: 'Yes, remove' }));
    await expect(page.getByText('Sign-in method removed.')).toBeVisible();
    await expect(page.getByText('Two-factor authentication is off.')).toBeVisible();
  });
});

test('a passkey button whose options cannot be refreshed says so, and works on the next click', async ({
  page,
  trialist,
}) => {
  await addAuthenticator(page);
  await signInAs(page, trialist.client);
  await page.goto('/account/security?add=passkey', { waitUntil: 'networkidle' });
  await expectRetry(page, 'Add passkey', 'routes/account-security');
  await shownCodes(page);

  await signOutByMenu(page);
  await page.goto('/login', { waitUntil: 'networkidle' });
  await expectRetry(page, 'Sign in with a passkey', 'routes/login');
  await expectSignedIn(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an app is set up, and its codes and the recovery codes sign in and confirm access', async ({
    page,
    database,
    trialist,
  }) => {
    const enter = async (code: string) => {
      await page.getByLabel('Code').fill(code);
      await page.getByRole('button', { name: /^(Sign in|Confirm)$/ }).click();
    };
    const signInAgain = async () => {
      await signOutByMenu(page);
      await expect(page.getByText('Sign in with a passkey')).toBeHidden();
      await page.getByLabel('Username or email').fill(trialist.fields.email);
      await page.getByLabel('Password', { exact: true }).fill(trialist.fields.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(/\/login\/second-factor/);
    };

    await page.goto('/account/security?add=passkey');
    await expect(page.locator('noscript > p')).toHaveText('Adding a passkey needs JavaScript.');
    await expect(page.locator('noscript > p')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add passkey' })).toBeHidden();
    await page.goto('/account/security?add=app');
    const secret = await shownSecret(page);
    await page.getByLabel('Code from the app').fill(codeOf({ secret }));
    await page.getByRole('button', { name: 'Add app' }).click();
    const [first = '', second = ''] = await shownCodes(page);
    await page.getByRole('link', { name: 'I have saved them' }).click();
    await expect(page.getByText('10 codes left')).toBeVisible();

    await signInAgain();
    await enter(codeOf({ secret }, 1));
    await expectSignedIn(page);
    await signInAgain();
    await enter(first);
    await expectSignedIn(page);

    await ageProof(database, trialist.userId);
    await page.goto('/account/security?add=app');
    await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    await enter(first);
    await expect(page.getByText('That code isn’t valid.')).toBeVisible();
    await enter(second);
    await expect(page.getByLabel('Code from the app')).toBeVisible();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByText('8 codes left')).toBeVisible();
  });
});

test('a member without a second factor sets one up when the owner requires it, and continues', async ({
  page,
  browser,
  stack,
  database,
  trialist,
}) => {
  await addApp(trialist.client);
  const mate = await addTeammate(trialist, database);
  await page.goto('/account/members');
  await page.getByText('Require for everyone').click();
  await page.getByRole('button', { name: 'Yes, require it' }).click();
  await expect(page.getByText('Everyone in this account now needs two-factor authentication.')).toBeVisible();

  const context = await browser.newContext({ baseURL: stack.portalUrl });
  const theirs = await context.newPage();
  await signInAs(theirs, mate.client);
  await theirs.goto('/dashboard');
  await expect(theirs).toHaveURL(/\/account\/security$/);
  await expect(theirs.getByText('Set it up to continue.')).toBeVisible();
  await theirs.getByRole('link', { name: 'Add an authenticator app' }).click();
  await theirs.getByLabel('Code from the app').fill(codeOf({ secret: await shownSecret(theirs) }));
  await theirs.getByRole('button', { name: 'Add app' }).click();
  await shownCodes(theirs);
  await theirs.getByRole('link', { name: 'I have saved them' }).click();
  await expectSignedIn(theirs);
  await context.close();
});

test('a lost factor is removed by a mailed link after its time, or kept by the other link', async ({
  page,
  stack,
  database,
}) => {
  const links = async (client: PortalClient, email: string) => {
    const { text } = await client.mail(email, /Request to remove/);
    const linkTo = (path: string) => text.match(new RegExp(`${path}\\?token=[A-Za-z0-9_-]+`))?.[0] ?? '';
    return { remove: linkTo('/second-factor/remove'), keep: linkTo('/second-factor/keep') };
  };
  const loser = await setUpOwner(stack, database);
  await addApp(loser.client);
  await enterPassword(page, loser);
  await page.getByText('Lost your device?').click();
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByText('Check your email.')).toBeVisible();
  const { remove } = await links(loser.client, loser.fields.email);
  await page.goto(remove);
  await expect(page.getByText('This link works from')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove my second factor' })).toBeHidden();
  await expectFit(page);
  await database.execute({
    sql: 'UPDATE link_tokens SET valid_from = 1 WHERE valid_from IS NOT NULL AND user_id = ?',
    args: [loser.userId],
  });
  await page.reload();
  await expectFit(page);
  await page.getByRole('button', { name: 'Remove my second factor' }).click();
  await expect(page.getByText('Your second factor was removed.')).toBeVisible();
  await enterPassword(page, loser);
  await expectSignedIn(page);

  const keeper = await setUpOwner(stack, database);
  await addApp(keeper.client);
  const thief = new PortalClient(stack);
  await thief.post('/login', { login: keeper.fields.email, password: keeper.fields.password });
  await thief.post('/login/second-factor', { intent: 'lost' });
  const mailed = await links(keeper.client, keeper.fields.email);
  await page.goto(mailed.keep);
  await expectFit(page);
  await page.getByRole('button', { name: 'Keep my second factor' }).click();
  // This browser is signed in.
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText('You kept your second factor.')).toBeVisible();
  expect((await page.goto(mailed.remove))?.status()).toBeGreaterThanOrEqual(400);
});
