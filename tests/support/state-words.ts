import {
  accountStateOf,
  type SubscriptionState,
  subscriptionStates,
  type WorkspaceState,
  workspaceStates,
} from '#app/domain/billing/account-state.ts';
import type { StateScreen } from '#app/domain/billing/screen-state.ts';
import { en } from '#app/i18n/en/index.ts';

/** The paths of the screens that show an account's state. */
export const statePaths: Record<StateScreen, string> = {
  dashboard: '/dashboard',
  billing: '/manage/billing',
  backups: '/manage/export',
  'change-plan': '/account/change-plan',
};

/** The badge of each workspace state. */
export const workspaceWords: Record<WorkspaceState, string> = {
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

/** @returns the titles that a screen must not show beside its own sentence; the layout's banner names the subscription. */
export function otherTitles(own: string | null, subscription: SubscriptionState): string[] {
  return [...allSentences].flatMap((other) =>
    other === null || other === own || other === subscription ? [] : [en.billing.state[other].title],
  );
}
