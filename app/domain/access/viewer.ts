import type { OnboardingProgress } from '../account/onboarding.ts';
import type { PlanGroup } from '../plan/plan.ts';
import type { Role } from './roles.ts';

/** Who is looking: the signed-in person, their account and what it has. Read once a request, in one round trip. */
export interface Viewer {
  session: { tokenHash: string; createdAt: number; lastSeenAt: number };
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
  plan: { id: string; displayName: string; group: PlanGroup };
  workspace: { id: string; name: string };
}

/** What a request's cookie or Bearer token turned out to be. */
export type ViewerState =
  | { kind: 'anonymous' }
  /** A token was given that signs nobody in any more: unknown, ended or too old. */
  | { kind: 'expired' }
  | { kind: 'signed-in'; viewer: Viewer };
