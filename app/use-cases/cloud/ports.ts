import type { Role } from '#app/domain/access/roles.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { SurveyAnswer } from '#app/domain/account/survey.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { PlanName } from '#app/domain/plan/plan-spec.ts';

/** What a workspace's credential is for: its plan and limits, again and again, or one of its people, once. */
export type CloudPurpose = 'cloud' | 'cloud-user';

/** Which workspace calls, and for which of its people; null where it speaks for itself. */
export interface CloudCaller {
  workspaceId: string;
  email: string | null;
}

/** @returns who calls; null for any credential but a genuine one, for this purpose and not yet over. */
export type VerifyCloudCredential = (
  credential: string,
  asked: { purpose: CloudPurpose; now: number },
) => Promise<CloudCaller | null>;

/** What a workspace reads of its account; each method is one round trip. */
export interface CloudStore {
  /** @returns null for a workspace that is deleted, or that nobody has confirmed. @throws AppError user_plan_not_loaded. */
  plan(workspaceId: string): Promise<{ name: PlanName; facts: CloudPlanFacts } | null>;
  /**
   * Counts the call and uses the credential up.
   * @returns `user` null for whoever is no member of the workspace's account, and for a workspace that is deleted.
   */
  user(input: {
    now: number;
    workspaceId: string;
    emailNormalized: string;
    calls: { key: string; rule: ThrottleRule };
    credentialKey: string;
  }): Promise<{ attempts: number; windowEndsAt: number; isFirstUse: boolean; user: CloudUser | null }>;
}

type CloudPlanFacts = Pick<InstanceFacts, 'limits' | 'entitlement' | 'timezone'>;

/** Somebody of a workspace's account, with what its owner told of themselves at set-up. */
export interface CloudUser {
  username: string;
  email: string;
  role: Role;
  survey: SurveyAnswer | null;
}
