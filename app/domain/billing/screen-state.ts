import {
  type AccountState,
  accountStateOf,
  type SubscriptionState,
  type WorkspaceState,
} from './account-state.ts';

/** The screens that show the state of subscription and workspace. */
export const stateScreens = ['dashboard', 'billing', 'backups', 'change-plan'] as const;
export type StateScreen = (typeof stateScreens)[number];

/** The content of one screen for a state, or the address to which it redirects. */
export type ScreenState = ({ redirectTo: null } & AccountState) | { redirectTo: 'billing' | 'manage' };

/** Spec §5: in these states, a plan cannot change until the billing problem is solved. */
const blocksPlanChange: readonly SubscriptionState[] = ['past_due', 'paused', 'cancelled'];

/**
 * The content of a screen for payers. All four screens show the same badge, sentence and button, or omit some: the
 * backups have no badge, and the plan screen's button would link to itself.
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
      // Without a problem, the backups show no plan.
      return { ...shown, badge: null, action: shown.sentence === null ? null : shown.action };
    case 'change-plan':
      return blocksPlanChange.includes(subscription) ? { redirectTo: 'billing' } : { ...shown, action: null };
  }
}
