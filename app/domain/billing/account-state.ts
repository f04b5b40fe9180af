import { InstanceStatus, type InstanceView } from '../instance/view.ts';
import type { Subscription } from './subscription.ts';

/** The account's subscription state for screens. `none`: a plan that is neither paid nor a trial. */
export const subscriptionStates = [
  'trial',
  'none',
  'active',
  'past_due',
  'paused',
  'cancelled',
  'ended',
] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Whether the workspace exists and can run; Pending and Offline count as running. */
export const workspaceStates = ['running', 'stopped', 'deleting', 'deleted'] as const;
export type WorkspaceState = (typeof workspaceStates)[number];

/** Names of badges; their words are under `billing.badge`. */
export type StateBadgeName = Exclude<SubscriptionState, 'none'> | 'trial_ended';

/** Names of sentences; their words are under `billing.state`. */
export type StateSentence =
  | 'trial_ended'
  | 'starting'
  | 'past_due'
  | 'paused'
  | 'cancelled'
  | 'ended'
  | 'deleting'
  | 'deleted';

/** The single action of a payer for a state; words under `billing.action`. */
export type StateAction =
  | 'choose-plan'
  | 'change-plan'
  | 'open-billing'
  | 'update-payment'
  | 'resubscribe'
  | 'keep';

/** The part of a screen's state that the account's database knows; the workspace's own object knows the rest. */
export interface SubscriptionFacts {
  state: SubscriptionState;
  /** When the subscription deletes the workspace, UTC ms; null while it does not. */
  deleteAt: number | null;
}

/** The content of every screen for one state of subscription and workspace. */
export interface AccountState {
  badge: StateBadgeName | null;
  /** Null if there is nothing to show. */
  sentence: StateSentence | null;
  /** Null while there is nothing to do but wait. */
  action: StateAction | null;
}

const state = (
  badge: StateBadgeName | null,
  sentence: StateSentence | null,
  action: StateAction | null,
): AccountState => ({ badge, sentence, action });

const pastDue = state('past_due', 'past_due', 'update-payment');
const starting = state('active', 'starting', null);

/**
 * The table of states. Cells that last only moments, until provider and workspace agree, have words
 * too: no screen is without text.
 */
const accountStates: Readonly<Record<SubscriptionState, Readonly<Record<WorkspaceState, AccountState>>>> = {
  trial: {
    running: state('trial', null, 'choose-plan'),
    stopped: state('trial_ended', 'trial_ended', 'choose-plan'),
    deleting: state('trial_ended', 'deleting', 'choose-plan'),
    deleted: state('trial_ended', 'deleted', 'choose-plan'),
  },
  none: {
    running: state(null, null, 'choose-plan'),
    stopped: state(null, 'starting', null),
    deleting: state(null, 'deleting', 'choose-plan'),
    deleted: state(null, 'deleted', 'choose-plan'),
  },
  active: {
    running: state('active', null, 'change-plan'),
    stopped: starting,
    deleting: starting,
    deleted: starting,
  },
  past_due: { running: pastDue, stopped: pastDue, deleting: pastDue, deleted: pastDue },
  paused: {
    running: state('paused', 'paused', 'resubscribe'),
    stopped: state('paused', 'paused', 'resubscribe'),
    deleting: state('paused', 'deleting', 'resubscribe'),
    deleted: state('paused', 'deleted', 'resubscribe'),
  },
  cancelled: {
    running: state('cancelled', 'cancelled', 'keep'),
    stopped: state('cancelled', 'ended', 'keep'),
    deleting: state('cancelled', 'deleting', 'keep'),
    deleted: state('cancelled', 'deleted', 'keep'),
  },
  ended: {
    running: state('ended', 'ended', 'choose-plan'),
    stopped: state('ended', 'ended', 'choose-plan'),
    deleting: state('ended', 'deleting', 'choose-plan'),
    deleted: state('ended', 'deleted', 'choose-plan'),
  },
};

/** @returns the content of every screen for these states. */
export function accountStateOf(subscription: SubscriptionState, workspace: WorkspaceState): AccountState {
  return accountStates[subscription][workspace];
}

/** @param isTrialing whether the account is on a trial, which has no subscription. */
export function subscriptionStateOf(
  subscription: Pick<Subscription, 'status' | 'cancelsAt'> | null,
  isTrialing: boolean,
): SubscriptionState {
  if (subscription === null) return isTrialing ? 'trial' : 'none';
  const { status, cancelsAt } = subscription;
  if (status === 'deleted') return 'ended';
  if (status === 'paused') return status;
  // An unpaid bill changes nothing: the workspace is deleted at the end of the period, paid or not.
  if (cancelsAt !== null) return 'cancelled';
  return status === 'past_due' ? status : 'active';
}

/** @param view null while the status cannot be read: then no screen says that the workspace does not run. */
export function workspaceStateOf(view: Pick<InstanceView, 'status' | 'notice'> | null): WorkspaceState {
  if (view?.notice === 'deleting' || view?.notice === 'deleted') return view.notice;
  return view?.status === InstanceStatus.Stopped ? 'stopped' : 'running';
}
