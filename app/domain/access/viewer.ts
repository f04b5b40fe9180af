import type { OverageChoice } from '#app/domain/billing/overage.ts';
import { nextOnboardingStep, type OnboardingProgress, type OnboardingStep } from '../account/onboarding.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { PlanName } from '../plan/plan-spec.ts';
import { type Holder, holds } from './grants.ts';
import { can, type Permission, type Role } from './roles.ts';
import { type FactorKinds, hasSecondFactor, type PendingSignIn } from './second-factor.ts';

/** An account that its person can switch to. */
export interface AccountOption {
  id: string;
  name: string;
}

/** The signed-in person with their account. Loaded once per request, in one round trip. */
export interface Viewer extends Holder {
  /** For an API token, the hash of the token itself: no session has that hash. */
  session: {
    id: string;
    tokenHash: string;
    createdAt: number;
    lastSeenAt: number;
    /** The person's last proof of identity, UTC ms; null for an API token. */
    provedAt: number | null;
  };
  user: {
    id: string;
    username: string;
    name: string;
    email: string;
    confirmationSentAt: number;
    factors: FactorKinds;
  };
  /** In the account. `permissions` decides what the caller can do, since a token's scopes narrow the role. */
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
  /** The plan's row, for `planSpecOf`: an unreadable spec must not sign anyone out. */
  planRow: unknown;
  /** The account's choice for its plan's limit, and whether the plan sells paid executions. */
  overage: OverageChoice & { isSold: boolean };
  /** Null before the first checkout. */
  subscription: Subscription | null;
  workspace: { id: string; name: string };
  /** Every account that the person is a member of, by name; the current one too. */
  accounts: AccountOption[];
  /** The account's own values as JSON, by flag name. */
  flagOverrides: Readonly<Record<string, string>>;
}

/** @returns the person's next step of the setup; null when none is left. Others than the owner only confirm their e-mail. */
export function nextStepOf(viewer: Viewer): OnboardingStep | null {
  const step = nextOnboardingStep(viewer.progress);
  return step === 'confirm-email' || can(viewer.role, 'account:setup') ? step : null;
}

/** @returns whether this person has to set up a second factor first, because their account requires one. */
export function owesSecondFactor({ account, user }: Pick<Viewer, 'account' | 'user'>): boolean {
  return account.requiresSecondFactor && !hasSecondFactor(user.factors);
}

/** The API token of the current request. */
export interface CurrentToken {
  lastUsedAt: number | null;
  /** UTC ms; null for a token that does not expire. */
  expiresAt: number | null;
}

/** The outcome of a request's cookie or Bearer token. */
export type ViewerState =
  | { kind: 'anonymous' }
  /** The token is unknown, revoked or expired. */
  | { kind: 'expired'; isToken?: true }
  /** The sign-in still lacks the second factor. */
  | { kind: 'second-factor-due'; pending: PendingSignIn }
  | { kind: 'signed-in'; viewer: Viewer }
  /** A script, limited to what both its token's scopes and its person's role allow. */
  | { kind: 'by-token'; viewer: Viewer; token: CurrentToken };

/** @returns the viewer when they have the permission; null otherwise. */
export function viewerFor(state: ViewerState, permission: Permission): Viewer | null {
  if (state.kind !== 'signed-in' && state.kind !== 'by-token') return null;
  return holds(state.viewer, permission) ? state.viewer : null;
}
