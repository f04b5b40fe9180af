import type { Page } from '@playwright/test';
import {
  accountStateOf,
  type SubscriptionState,
  subscriptionStates,
  type WorkspaceState,
  workspaceStates,
} from '#app/domain/billing/account-state.ts';
import { type StateScreen, screenStateOf, stateScreens } from '#app/domain/billing/screen-state.ts';
import { en } from '#app/i18n/en/index.ts';
import { expect, test } from './billing.ts';

const { badge: badges, state: sentences, action: actions } = en.billing;

const paths: Record<StateScreen, string> = {
  dashboard: '/dashboard',
  billing: '/manage/billing',
  backups: '/manage/export',
  'change-plan': '/account/change-plan',
};
const redirects = { billing: /\/manage\/billing$/, manage: /\/manage$/ };

const statuses: Record<WorkspaceState, string> = {
  running: en.instance.status.Online,
  stopped: en.instance.status.Stopped,
  ...en.instance.deletion,
};

/** The sentences of all states: a screen shows its own and no other. */
const allSentences = new Set(
  subscriptionStates.flatMap((subscription) =>
    workspaceStates.map((workspace) => accountStateOf(subscription, workspace).sentence),
  ),
);

/** Opens the four screens and asserts that each shows this state's sentence and no other's. */
export async function walkScreens(
  page: Page,
  subscription: SubscriptionState,
  workspace: WorkspaceState,
): Promise<void> {
  for (const screen of stateScreens) {
    await test.step(`${screen}: ${subscription}, ${workspace}`, async () => {
      const shown = screenStateOf(screen, subscription, workspace);
      await page.goto(paths[screen]);
      if (shown.redirectTo !== null) {
        await expect(page).toHaveURL(redirects[shown.redirectTo]);
        return;
      }
      const main = page.getByRole('main');
      const notices = page.locator('.notice');
      if (shown.badge)
        await expect(main.getByText(badges[shown.badge], { exact: true }).first()).toBeVisible();
      if (screen === 'dashboard') {
        const status = page.getByText(statuses[workspace], { exact: true });
        await expect(status.first()).toBeVisible();
      }
      // The layout's banner reports a failed payment.
      if (shown.sentence) await expect(page.getByText(sentences[shown.sentence].title).first()).toBeVisible();
      for (const other of allSentences) {
        if (other === null || other === shown.sentence || other === subscription) continue;
        await expect(notices.filter({ hasText: sentences[other].title }), other).toHaveCount(0);
      }
      for (const [action, label] of Object.entries(actions)) {
        const button = page
          .getByRole('button', { name: label })
          .or(page.getByRole('link', { name: label, exact: true }));
        await expect(button, label).toHaveCount(action === shown.action ? 1 : 0);
      }
    });
  }
  if (process.env.SHOTS) await shoot(page, process.env.SHOTS, `${subscription}-${workspace}`);
}

/** Screenshots for review: each screen on a desktop and a phone in light, and on the phone in dark. */
async function shoot(page: Page, folder: string, name: string): Promise<void> {
  for (const [width, height, scheme] of [
    [1280, 900, 'light'],
    [360, 740, 'light'],
    [360, 740, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    for (const screen of stateScreens) {
      await page.goto(paths[screen]);
      await page.screenshot({ path: `${folder}/${name}-${screen}-${width}-${scheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: 'light' });
}
