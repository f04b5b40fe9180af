/** Pages with forms for visitors. The question for consent is on each of them, too. */
export const visitorPages: readonly string[] = [
  '/login',
  '/register',
  '/forgot-password',
  '/magic-link',
  '/magic-link?token=none',
  '/reset-password?token=none',
  '/confirm-email?token=none',
  '/change-email?token=none',
];

/** Pages with forms for an owner who pays. Signing out is on each of them, too. */
export const ownerPages: readonly string[] = [
  '/dashboard',
  '/manage',
  '/manage/usage',
  '/manage/webhooks',
  '/manage/export',
  '/manage/export/upload',
  '/manage/export/credentials',
  '/manage/billing?dialog=cancel',
  '/account?dialog=name',
  '/account?dialog=email',
  '/account?dialog=password',
  '/account/security',
  '/account/members',
  '/account/activity',
  '/account/tokens',
  '/account/change-plan?plan=custom',
  '/account/change-plan?confirm=pro-1&period=yearly',
  '/account/confirm-access',
  '/help',
];

/** The steps of the setup, the last one first: the column with the time when an account took it, and its page. */
export const stepPages: ReadonlyArray<readonly [column: string, path: string]> = [
  ['launched_at', '/account/launching'],
  ['teammates_invited_at', '/invite-teammate'],
  ['apps_selected_at', '/account/setup'],
  ['survey_answered_at', '/account/setup'],
];
