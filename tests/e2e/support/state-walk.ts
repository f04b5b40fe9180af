import type { Page } from '@playwright/test';
import type { StateAction, SubscriptionState, WorkspaceState } from '#app/domain/billing/account-state.ts';
import { screenStateOf, stateScreens } from '#app/domain/billing/screen-state.ts';
import { en } from '#app/i18n/en/index.ts';
import { otherTitles, statePaths, workspaceWords } from '../../support/state-words.ts';
import { expect, test } from './billing.ts';
import { visit } from './visit.ts';

const { badge: badges, state: sentences, action: actions } = en.billing;

const redirects = { billing: /\/manage\/billing$/, manage: /\/manage$/ };

/** Opens the four screens and asserts that each shows this state's sentence and no other's. */
export async function walkScreens(
  page: Page,
  subscription: SubscriptionState,
  workspace: WorkspaceState,
): Promise<void> {
  for (const [index, screen] of stateScreens.entries()) {
    await test.step(`${screen}: ${subscription}, ${workspace}`, async () => {
      const shown = screenStateOf(screen, subscription, workspace);
      // A new document for each state, since a navigation keeps the layout's banner.
      if (index === 0) await page.goto(statePaths[screen]);
      else await visit(page, statePaths[screen]);
      if (shown.redirectTo !== null) {
        await expect(page).toHaveURL(redirects[shown.redirectTo]);
        return;
      }
      const main = page.getByRole('main');
      const notices = page.locator('.notice');
      if (shown.badge)
        await expect(main.getByText(badges[shown.badge], { exact: true }).first()).toBeVisible();
      if (screen === 'dashboard') {
        const status = page.getByText(workspaceWords[workspace], { exact: true });
        await expect(status.first()).toBeVisible();
      }
      // The layout's banner reports a failed payment.
      if (shown.sentence) await expect(page.getByText(sentences[shown.sentence].title).first()).toBeVisible();
      const others = otherTitles(shown.sentence, subscription);
      await expect(notices.filter({ hasText: new RegExp(others.join('|')) })).toHaveCount(0);
      await expectOnlyButton(page, shown.action);
    });
  }
}

/** Asserts that the page has the button or link of this action once, and of no other; a toast may repeat one for a moment. */
async function expectOnlyButton(page: Page, action: StateAction | null): Promise<void> {
  const controls = (labels: string[]) => {
    const names = labels.join('|');
    return page
      .getByRole('button', { name: new RegExp(names, 'i') })
      .or(page.getByRole('link', { name: new RegExp(`^(?:${names})$`) }))
      .and(page.locator(':not(.toasts *)'));
  };
  const entries = Object.entries(actions);
  if (action !== null) await expect(controls([actions[action]])).toHaveCount(1);
  await expect(controls(entries.filter(([id]) => id !== action).map(([, label]) => label))).toHaveCount(0);
}
