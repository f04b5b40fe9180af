import { expect } from 'vitest';
import type { SubscriptionState, WorkspaceState } from '#app/domain/billing/account-state.ts';
import { screenStateOf, stateScreens } from '#app/domain/billing/screen-state.ts';
import { en } from '#app/i18n/en/index.ts';
import type { PortalClient } from './portal-client.ts';
import { otherTitles, statePaths, workspaceWords } from './state-words.ts';

const { badge: badges, state: sentences, action: actions } = en.billing;

/** The dashboard answers as without JavaScript, which waits for the workspace's status. */
const addresses = { ...statePaths, dashboard: '/dashboard?whole' };
const redirects = { billing: '/manage/billing', manage: '/manage' };

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
    if (screen === 'dashboard') expect(texts, where).toContain(workspaceWords[workspace]);
    // The layout's banner reports a failed payment.
    if (shown.sentence) expect(texts, where).toContain(sentences[shown.sentence].title);
    for (const title of otherTitles(shown.sentence, subscription)) expect(texts, where).not.toContain(title);
    const labels = labelsOf(html);
    const counts = Object.entries(actions).map(([action, label]) => [
      action,
      labels.filter((one) => one === label).length,
    ]);
    const expected = Object.keys(actions).map((action) => [action, action === shown.action ? 1 : 0]);
    expect(counts, where).toEqual(expected);
  }
}
