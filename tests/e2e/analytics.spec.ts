import type { Page } from '@playwright/test';
import type { Stack } from '#scripts/local/stack.ts';
import { setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { answerSetUp } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { signOutByMenu } from './support/account-menu.ts';
import { expect, test } from './support/fixtures.ts';
import { holdClock } from './support/hold-clock.ts';
import { hurry } from './support/hurry.ts';
import { signInAs } from './support/sign-in.ts';

interface Collected {
  referrer: string | null;
  cookies: string | null;
  body: Record<string, string>;
}

/** Posts to the counter by this page's browser so far, including those in flight. */
function postsOf(page: Page): Array<Record<string, string>> {
  const posts: Array<Record<string, string>> = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/analytics/events') return;
    posts.push(JSON.parse(request.postData() ?? '{}') as Record<string, string>);
  });
  return posts;
}

async function collected({ sandboxUrl }: Stack): Promise<Collected[]> {
  const response = await fetch(`${sandboxUrl}/analytics/events`);
  return (await response.json()) as Collected[];
}

/** Contents of the tag manager's queue; null while it is not on the page. */
const queue = (page: Page) =>
  page.evaluate(() => {
    const { dataLayer } = window as { dataLayer?: Array<{ event: string; path?: string }> };
    return dataLayer?.map(({ event, path }) => (path ? `${event} ${path}` : event)) ?? null;
  });

const isTagManagerLoaded = (page: Page) => page.evaluate(() => 'weftTagManager' in window);

async function agree(page: Page, stack: Stack): Promise<void> {
  await page.context().addCookies([{ name: 'consent', value: 'granted', url: stack.portalUrl }]);
}

test.describe('with a fake clock', () => {
  // A fake clock is its context’s, for good.
  test.use({ hasOwnContext: true });

  test('a page is counted 500 ms after it is shown, and a route announced after 250 ms', async ({
    page,
    stack,
  }) => {
    const posts = postsOf(page);
    await agree(page, stack);
    await holdClock(page);
    await page.goto('/login?returnPath=%2Faccount');
    // The queue exists as soon as the timers are set.
    await expect.poll(() => queue(page)).toEqual(['gtm.js']);
    await page.clock.runFor(249);
    expect(await queue(page)).toEqual(['gtm.js']);
    await page.clock.runFor(1);
    expect(await queue(page)).toEqual(['gtm.js', 'route /login']);
    await page.clock.runFor(249);
    expect(posts).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => posts).toEqual([{ event: 'page', path: '/login' }]);
    await expect.poll(() => isTagManagerLoaded(page)).toBe(true);

    // Client-side navigation: a page that is only passed through is not counted.
    await page.getByRole('link', { name: 'Start a free trial' }).click();
    await expect(page).toHaveURL(/\/register$/);
    await page.clock.runFor(499);
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.clock.runFor(500);
    await expect.poll(() => posts).toEqual(['/login', '/login'].map((path) => ({ event: 'page', path })));
    expect(await queue(page)).toEqual(['gtm.js', 'route /login', 'route /register', 'route /login']);

    await page.goto('/no/such/page-of-ada@example.com');
    await expect.poll(() => queue(page)).toEqual(['gtm.js']);
    await page.clock.runFor(500);
    await expect.poll(() => posts.at(-1)).toEqual({ event: 'page', path: '/*' });
    await expect
      .poll(async () => (await collected(stack)).at(-1))
      .toMatchObject({ referrer: null, cookies: null, body: { event: 'page', path: '/*' } });
  });

  test('counts nothing without consent or after it is withdrawn', async ({ page }) => {
    const posts = postsOf(page);
    await holdClock(page);
    await page.goto('/register');
    await page.getByLabel('Full name').fill('Ada Lovelace');
    // A field that only the page's script fills in.
    await expect(page.locator('input[name=timezone]')).not.toHaveValue('');
    await page.clock.runFor(60_000);
    expect(posts).toEqual([]);
    expect(await queue(page)).toBeNull();

    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByText('Choice saved.')).toBeVisible();
    await expect(page.getByText('May we count which pages are used?')).toBeHidden();
    // The typed text is still there.
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace');
    await page.clock.runFor(500);
    await expect.poll(() => posts).toEqual([{ event: 'page', path: '/register' }]);
    await expect.poll(() => isTagManagerLoaded(page)).toBe(true);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'consent');
    expect(cookie).toMatchObject({ value: 'granted', httpOnly: true, sameSite: 'Lax' });

    await page.getByRole('link', { name: 'Cookie settings' }).click();
    await expect(page.getByText('You allowed this.')).toBeVisible();
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByText('You declined this.')).toBeVisible();
    // A new document: the tag manager was part of the old one.
    expect(await isTagManagerLoaded(page)).toBe(false);
    const before = posts.length;
    await page.clock.runFor(60_000);
    expect(posts.length).toBe(before);
    expect(await queue(page)).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem('weft.tracking'))).toBeNull();
  });

  test('a link’s secret is not shown to the tag manager', async ({ page, stack }) => {
    await agree(page, stack);
    await holdClock(page);
    const posts = postsOf(page);
    await page.goto('/confirm-email?token=secret');
    await page.clock.runFor(500);
    await expect.poll(() => posts).toEqual([{ event: 'page', path: '/confirm-email' }]);
    expect(await queue(page)).toBeNull();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the question is answered by its form', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Choice saved.')).toBeVisible();
    await expect(page.getByText('May we count which pages are used?')).toBeHidden();
    await page.getByRole('link', { name: 'Cookie settings' }).click();
    await expect(page.getByText('You declined this.')).toBeVisible();
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByText('You allowed this.')).toBeVisible();
  });
});

test('the browser remembers the template, the manually set variant, and the last user', async ({
  page,
  stack,
}) => {
  const posts = postsOf(page);
  await agree(page, stack);
  await page.goto('/login?returnPath=%2Fdashboard%3FtemplateId%3D1234');
  await page.evaluate(() =>
    localStorage.setItem('weft.experiment-overrides', '{"026_easy_ai_workflow":"variant"}'),
  );
  await page.getByRole('link', { name: 'Start a free trial' }).click();
  await expect(page).toHaveURL(/\/register\?templateId=1234$/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('weft.template'))).toContain('1234');
  // The registration itself is the subject of other tests.
  const client = new PortalClient(stack);
  const visitor = await client.registerConfirmed();
  await answerSetUp(client);
  await signInAs(page, client);
  await page.goto('/account/launching');
  const card = page.getByRole('region', { name: 'Start with an AI workflow' });
  const open = card.getByRole('button', { name: 'Open the AI workflow' });
  await hurry(client, visitor.accountName, () => expect(open).toBeVisible());

  // Counted once, however often the page shows it.
  const exposures = () => posts.filter(({ event }) => event === 'experiment');
  const exposure = { event: 'experiment', experiment: '026_easy_ai_workflow', variant: 'variant' };
  await expect.poll(exposures).toEqual([exposure]);

  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const inWorkspace = (path: string) => (url: URL) =>
    url.hostname === `${visitor.accountName}.localhost` && url.pathname === path;
  await page.waitForURL(inWorkspace('/templates/1234/setup'));

  // The redirect happens once.
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();
  await card.getByRole('link', { name: 'Open the AI workflow' }).click();
  await page.waitForURL(inWorkspace('/templates/6270/setup'));
  expect(exposures()).toEqual([exposure]);

  await page.goto('/dashboard');
  await page.evaluate(() =>
    localStorage.setItem('weft.experiment-overrides', '{"026_easy_ai_workflow":"control"}'),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();
  await expect(card).toBeHidden();
  await signOutByMenu(page);
  await expect(page.getByLabel('Username or email')).toHaveValue(visitor.accountName);
});

test('the question is a bar at the foot, behind the content, and is answered once for all sign-ins', async ({
  page,
  stack,
}) => {
  await page.goto('/login');
  const bar = page.getByRole('region', { name: 'May we count which pages are used?' });
  await expect(bar).toBeVisible();
  const { bottom, follows } = await bar.evaluate((element) => ({
    bottom: innerHeight - element.getBoundingClientRect().bottom,
    follows:
      ((document.querySelector('main')?.compareDocumentPosition(element) ?? 0) &
        Node.DOCUMENT_POSITION_FOLLOWING) !==
      0,
  }));
  expect({ bottom, follows }).toEqual({ bottom: 0, follows: true });
  // The banner does not cover the page's last link after scrolling.
  const last = page.getByRole('link', { name: 'Cookie settings' });
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const [link, box] = [await last.boundingBox(), await bar.boundingBox()];
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);

  await bar.getByRole('button', { name: 'Decline' }).click();
  await expect(bar).toBeHidden();
  const database = openTestDatabase(stack.databaseUrl);
  const owner = await setUpOwner(stack, database);
  database.close();
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(owner.fields.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.fields.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(bar).toBeHidden();
  await page.context().clearCookies({ name: 'token' });
  await page.goto('/login');
  await expect(bar).toBeHidden();
});
