import type { Page } from '@playwright/test';
import {
  accountStateOf,
  type StateAction,
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
      const others = [...allSentences].flatMap((other) =>
        other === null || other === shown.sentence || other === subscription ? [] : [sentences[other].title],
      );
      await expect(notices.filter({ hasText: new RegExp(others.join('|')) })).toHaveCount(0);
      await expectOnlyButton(page, shown.action);
    });
  }
  if (process.env.SHOTS) await shoot(page, process.env.SHOTS, `${subscription}-${workspace}`);
}

/** Asserts that the page has the button or link of this action once, and of no other. */
async function expectOnlyButton(page: Page, action: StateAction | null): Promise<void> {
  const controls = (labels: string[]) => {
    const names = labels.join('|');
    return page
      .getByRole('button', { name: new RegExp(names, 'i') })
      .or(page.getByRole('link', { name: new RegExp(`^(?:${names})$`) }));
  };
  const entries = Object.entries(actions);
  if (action !== null) await expect(controls([actions[action]])).toHaveCount(1);
  await expect(controls(entries.filter(([id]) => id !== action).map(([, label]) => label))).toHaveCount(0);
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
