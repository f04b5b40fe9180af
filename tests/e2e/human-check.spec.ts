import { expect, test } from './support/fixtures.ts';
import { holdClock } from './support/hold-clock.ts';

const TIMEOUT_MS = 15_000;
// The clock of these pages is a fake, and Turnstile's tests have a stack of their own.
test.use({ hasOwnContext: true });

const sentence = 'The human check could not be loaded.';

test('a challenge that does not come is given up after 15 s, and can be asked for again', async ({
  page,
}) => {
  let asked = 0;
  await page.route('**/api/human-check', () => {
    // Leaves the request unanswered.
    asked += 1;
  });
  await holdClock(page);
  await page.goto('/register');
  const box = page.getByLabel('I am a human');
  await box.click();
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(TIMEOUT_MS - 1);
  await expect(box).toBeDisabled();
  await expect(page.getByText(sentence)).toBeHidden();
  await page.clock.runFor(1);
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(box).toBeEnabled();
  await box.click();
  await expect.poll(() => asked).toBe(2);
});

test.describe('Turnstile', () => {
  test.use({ baseURL: async ({ turnstileStack }, use) => use(turnstileStack.portalUrl) });

  test('a script that does not load is given up after 15 s', async ({ page }) => {
    let asked = 0;
    await page.route('https://challenges.cloudflare.com/**', () => {
      asked += 1;
    });
    await holdClock(page);
    await page.goto('/register');
    await expect.poll(() => asked).toBe(1);
    await page.clock.runFor(TIMEOUT_MS - 1);
    await expect(page.getByText(sentence)).toBeHidden();
    await page.clock.runFor(1);
    await expect(page.getByText(sentence)).toBeVisible();
  });

  test('a script that comes in time draws its widget, and nothing is given up', async ({ page }) => {
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.turnstile = { render: (box) => { box.textContent = 'drawn'; return 'w1'; }, remove() {} };`,
      }),
    );
    await page.clock.install();
    await page.goto('/register');
    await expect(page.getByText('drawn')).toBeVisible();
    await page.clock.runFor(2 * TIMEOUT_MS);
    await expect(page.getByText(sentence)).toBeHidden();
  });
});
