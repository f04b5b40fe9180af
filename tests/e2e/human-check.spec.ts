import { expect, test } from './support/fixtures.ts';
import { holdClock } from './support/hold-clock.ts';

const TIMEOUT_MS = 15_000;
const sentence = 'The human check could not be loaded.';

test.describe('with a fake clock', () => {
  // A fake clock is its context’s, for good.
  test.use({ hasOwnContext: true });

  test('stops waiting for a challenge after 15 s, and offers to request it again', async ({ page }) => {
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
});

test('the check has the focus while it is solved, and when it is missing', async ({ page }) => {
  await page.goto('/register', { waitUntil: 'networkidle' });
  const box = page.getByLabel('I am a human');
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('Company email').fill('focus@example.com');
  await page.getByLabel('Confirm email').fill('focus@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Account name').fill('focused');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Please check the checkbox.')).toBeVisible();
  await expect(box).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Checked', { exact: true })).toBeVisible();
  await expect(box).toBeFocused();
});

/** Replaces each text as a browser does that translates the page (https://github.com/facebook/react/issues/11538). */
function translate(): void {
  const replace = (node: Node) => {
    if (node instanceof HTMLElement && !/^(FONT|SCRIPT|STYLE)$/.test(node.tagName)) {
      for (const child of [...node.childNodes]) replace(child);
    } else if (node instanceof Text && node.data.trim() !== '') {
      node.replaceWith(Object.assign(document.createElement('font'), { textContent: `«${node.data}»` }));
    }
  };
  replace(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) replace(node);
  }).observe(document.body, { childList: true, subtree: true });
}

test('the check works on a page that the browser translates', async ({ page }) => {
  await page.goto('/register', { waitUntil: 'networkidle' });
  await page.evaluate(translate);
  await page.getByLabel('I am a human').click();
  await expect(page.getByText('«Checked»')).toBeVisible();
});

test.describe('Turnstile', () => {
  // The clock of these pages is a fake.
  test.use({
    hasOwnContext: true,
    baseURL: async ({ turnstileStack }, use) => use(turnstileStack.portalUrl),
  });

  test('stops waiting for the script after 15 s', async ({ page }) => {
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

  test('a script that loads in time draws its widget, whose failure is shown until it succeeds', async ({
    page,
  }) => {
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.turnstile = {
          render: (box, options) => {
            box.textContent = 'drawn';
            document.addEventListener('turnstile', ({ detail }) => options[detail]());
            return 'w1';
          },
          reset: (id) => { document.title = 'reset ' + id; },
          remove() {},
        };`,
      }),
    );
    await page.clock.install();
    await page.goto('/register');
    await expect(page.getByText('drawn')).toBeVisible();
    await page.clock.runFor(2 * TIMEOUT_MS);
    await expect(page.getByText(sentence)).toBeHidden();

    const call = (detail: 'callback' | 'error-callback') =>
      page.evaluate((name) => document.dispatchEvent(new CustomEvent('turnstile', { detail: name })), detail);
    await call('error-callback');
    await expect(page.getByText(sentence)).toBeVisible();
    await call('callback');
    await expect(page.getByText(sentence)).toBeHidden();

    // A refused form resets the widget: its token is used up.
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveTitle('reset w1');
  });
});
