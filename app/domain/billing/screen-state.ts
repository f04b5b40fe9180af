import {
  accountStateOf,
  type StateAction,
  type StateBadge,
  type StateSentence,
  type SubscriptionState,
  type WorkspaceState,
} from './account-state.ts';

/** The screens that tell the state of subscription and workspace. */
export const stateScreens = ['dashboard', 'billing', 'backups', 'change-plan'] as const;
export type StateScreen = (typeof stateScreens)[number];

/** What one screen shows of a state, or where it redirects to. */
export type ScreenState =
  | {
      redirectTo: null;
      badge: StateBadge | null;
      sentence: StateSentence | null;
      action: StateAction | null;
    }
  | { redirectTo: 'billing' | 'manage' };

/** Spec §5: these keep a plan from being changed until billing is put right. */
const blocksPlanChange: readonly SubscriptionState[] = ['past_due', 'paused', 'cancelled'];

/**
 * What a screen shows to who pays. All four show the same badge, sentence and button, or leave out what has no place there:
 * the backups have no badge, and the plans to choose from are the button of their own screen.
 */
export function screenStateOf(
  screen: StateScreen,
  subscription: SubscriptionState,
  workspace: WorkspaceState,
): ScreenState {
  const state = accountStateOf(subscription, workspace);
  // Spec §2, "Banners": a failed payment is shown by the layout's banner, whose button opens billing.
  const action = screen !== 'billing' && state.action === 'update-payment' ? 'open-billing' : state.action;
  const shown = { redirectTo: null, ...state, action };
  switch (screen) {
    case 'dashboard':
      return shown;
    case 'billing':
      return subscription === 'trial' || subscription === 'none' ? { redirectTo: 'manage' } : shown;
    case 'backups':
      // Where nothing is wrong, a plan is no matter of the backups.
      return { ...shown, badge: null, action: shown.sentence === null ? null : shown.action };
    case 'change-plan':
      return blocksPlanChange.includes(subscription) ? { redirectTo: 'billing' } : { ...shown, action: null };
  }
}
