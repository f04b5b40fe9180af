import { nextOnboardingStep, type OnboardingProgress, type OnboardingStep } from '../account/onboarding.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { PlanName } from '../plan/plan-spec.ts';
import { type Holder, holds } from './grants.ts';
import { can, type Permission, type Role } from './roles.ts';
import { type FactorKinds, hasSecondFactor, type PendingSignIn } from './second-factor.ts';

/** Who is looking: the signed-in person, their account and what it has. Read once a request, in one round trip. */
export interface Viewer extends Holder {
  /** Of a caller by token, the token: no session has its hash. */
  session: {
    id: string;
    tokenHash: string;
    createdAt: number;
    lastSeenAt: number;
    /** When they last proved who they are, UTC ms; null for a caller by token, who proves nothing. */
    provedAt: number | null;
  };
  user: {
    id: string;
    username: string;
    name: string;
    email: string;
    confirmationSentAt: number;
    /** Which second factors they have. */
    factors: FactorKinds;
  };
  /** In the account; what the caller may do is for `permissions` to say, which a token's scopes narrow. */
  role: Role;
  account: {
    id: string;
    name: string;
    timezone: string;
    taxInclusive: boolean;
    requiresSecondFactor: boolean;
  };
  progress: OnboardingProgress;
  plan: PlanName;
  /** Null before the first checkout. */
  subscription: Subscription | null;
  workspace: { id: string; name: string };
  /** JSON by the flag's name, where the account's differ from the configuration's. */
  flagOverrides: Readonly<Record<string, string>>;
}

/**
 * The step of the set-up that this person has to do next; null when none. Setting an account up is its owner's: for
 * anyone else only their own e-mail counts.
 */
export function nextStepOf(viewer: Viewer): OnboardingStep | null {
  const step = nextOnboardingStep(viewer.progress);
  return step === 'confirm-email' || can(viewer.role, 'account:setup') ? step : null;
}

/**
 * @returns whether this person has to set a second factor up before anything else, because their account asks it of all
 *   its members.
 */
export function owesSecondFactor({ account, user }: Pick<Viewer, 'account' | 'user'>): boolean {
  return account.requiresSecondFactor && !hasSecondFactor(user.factors);
}

/** The personal API token that a request came with. */
export interface PresentToken {
  lastUsedAt: number | null;
  /** UTC ms; null for one that does not expire. */
  expiresAt: number | null;
}

/** What a request's cookie or Bearer token turned out to be. */
export type ViewerState =
  | { kind: 'anonymous' }
  /** A token was given that signs nobody in any more: unknown, ended or too old. */
  | { kind: 'expired'; isToken?: true }
  /** Not signed in yet: the second factor is still due. */
  | { kind: 'second-factor-due'; pending: PendingSignIn }
  | { kind: 'signed-in'; viewer: Viewer }
  /** Not signed in: a script, which may do what both its token and its person's role allow. */
  | { kind: 'by-token'; viewer: Viewer; token: PresentToken };

/** @returns who asks, when their role and, by token, its scopes allow it. */
export function viewerFor(state: ViewerState, permission: Permission): Viewer | null {
  if (state.kind !== 'signed-in' && state.kind !== 'by-token') return null;
  return holds(state.viewer, permission) ? state.viewer : null;
}
