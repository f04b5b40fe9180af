import { expect } from 'vitest';
import {
  accountStateOf,
  type SubscriptionState,
  subscriptionStates,
  type WorkspaceState,
  workspaceStates,
} from '#app/domain/billing/account-state.ts';
import { type StateScreen, screenStateOf, stateScreens } from '#app/domain/billing/screen-state.ts';
import { en } from '#app/i18n/en/index.ts';
import type { PortalClient } from './portal-client.ts';

const { badge: badges, state: sentences, action: actions } = en.billing;

/** The dashboard answers as without JavaScript, which waits for the workspace's status. */
const addresses: Record<StateScreen, string> = {
  dashboard: '/dashboard?whole',
  billing: '/manage/billing',
  backups: '/manage/export',
  'change-plan': '/account/change-plan',
};
const redirects = { billing: '/manage/billing', manage: '/manage' };

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

/** @returns the text of every element without a child element. */
function textsOf(html: string): string[] {
  const text = html.replaceAll('<!-- -->', '');
  return [...text.matchAll(/>([^<>]+)</g)].map(([, words = '']) => words.trim()).filter(Boolean);
}

/** @returns the labels of the buttons and links, without their icons. */
function labelsOf(html: string): string[] {
  return [...html.matchAll(/<(button|a)\b.*?<\/\1>/gs)].map(([control]) => textsOf(control).join(' '));
}

/** Asserts that each screen shows this state's sentence, badge and button, and no other's. */
export async function expectScreens(
  client: PortalClient,
  subscription: SubscriptionState,
  workspace: WorkspaceState,
): Promise<void> {
  for (const screen of stateScreens) {
    const shown = screenStateOf(screen, subscription, workspace);
    const where = `${screen}: ${subscription}, ${workspace}`;
    const answer = await client.get(addresses[screen]);
    if (shown.redirectTo !== null) {
      expect(answer.headers.get('Location'), where).toBe(redirects[shown.redirectTo]);
      continue;
    }
    expect(answer.status, where).toBe(200);
    const html = (await answer.text()).replace(/<script.*?<\/script>/gs, '');
    const texts = textsOf(html);
    if (shown.badge) expect(texts, where).toContain(badges[shown.badge]);
    if (screen === 'dashboard') expect(texts, where).toContain(statuses[workspace]);
    // The layout's banner reports a failed payment.
    if (shown.sentence) expect(texts, where).toContain(sentences[shown.sentence].title);
    for (const other of allSentences) {
      if (other === null || other === shown.sentence || other === subscription) continue;
      expect(texts, where).not.toContain(sentences[other].title);
    }
    const labels = labelsOf(html);
    const counts = Object.entries(actions).map(([action, label]) => [
      action,
      labels.filter((one) => one === label).length,
    ]);
    const expected = Object.keys(actions).map((action) => [action, action === shown.action ? 1 : 0]);
    expect(counts, where).toEqual(expected);
  }
}
