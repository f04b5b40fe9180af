/** When a person and their account completed each step, UTC ms; null before. */
export interface OnboardingProgress {
  confirmedAt: number | null;
  surveyAnsweredAt: number | null;
  appsSelectedAt: number | null;
  teammatesInvitedAt: number | null;
  launchedAt: number | null;
}

/** The steps of the setup in their order (design §4, "Flow"). */
export const onboardingSteps = ['confirm-email', 'survey', 'apps', 'invite', 'launch'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

/**
 * @returns the first open step; null when all are done. All guards ask this function, so no two
 *   redirect a person back and forth.
 */
export function nextOnboardingStep(progress: OnboardingProgress): OnboardingStep | null {
  if (progress.confirmedAt === null) return 'confirm-email';
  if (progress.surveyAnsweredAt === null) return 'survey';
  if (progress.appsSelectedAt === null) return 'apps';
  if (progress.teammatesInvitedAt === null) return 'invite';
  if (progress.launchedAt === null) return 'launch';
  return null;
}
