import { nextOnboardingStep, type OnboardingProgress, type OnboardingStep } from '../account/onboarding.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { PlanName } from '../plan/plan-spec.ts';
import { can, type Role } from './roles.ts';

/** Who is looking: the signed-in person, their account and what it has. Read once a request, in one round trip. */
export interface Viewer {
  session: { id: string; tokenHash: string; createdAt: number; lastSeenAt: number };
  user: {
    id: string;
    username: string;
    name: string;
    email: string;
    confirmationSentAt: number;
  };
  role: Role;
  account: { id: string; name: string; timezone: string; taxInclusive: boolean };
  progress: OnboardingProgress;
  plan: PlanName;
  /** Null before the first checkout. */
  subscription: Subscription | null;
  workspace: { id: string; name: string };
}

/**
 * The step of the set-up that this person has to do next; null when none. Setting an account up is its owner's: for
 * anyone else only their own e-mail counts.
 */
export function nextStepOf(viewer: Viewer): OnboardingStep | null {
  const step = nextOnboardingStep(viewer.progress);
  return step === 'confirm-email' || can(viewer.role, 'account:setup') ? step : null;
}

/** What a request's cookie or Bearer token turned out to be. */
export type ViewerState =
  | { kind: 'anonymous' }
  /** A token was given that signs nobody in any more: unknown, ended or too old. */
  | { kind: 'expired' }
  | { kind: 'signed-in'; viewer: Viewer };
