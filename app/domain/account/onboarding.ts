/** How far a person and their account have come; each by when it was done, UTC ms, or null. */
export interface OnboardingProgress {
  confirmedAt: number | null;
  surveyAnsweredAt: number | null;
  appsSelectedAt: number | null;
  teammatesInvitedAt: number | null;
  launchedAt: number | null;
}

/** The steps of the set-up in their order (design §4, "Flow"). */
export const onboardingSteps = ['confirm-email', 'survey', 'apps', 'invite', 'launch'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

/**
 * The first step that is not done; null when all are. Every guard asks this one function, so two guards can never
 * send a person to and fro.
 */
export function nextOnboardingStep(progress: OnboardingProgress): OnboardingStep | null {
  if (progress.confirmedAt === null) return 'confirm-email';
  if (progress.surveyAnsweredAt === null) return 'survey';
  if (progress.appsSelectedAt === null) return 'apps';
  if (progress.teammatesInvitedAt === null) return 'invite';
  if (progress.launchedAt === null) return 'launch';
  return null;
}
