import type { OnboardingStep } from '#app/domain/account/onboarding.ts';

/** Every address of the portal that code leads to; routes.ts says what answers there. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  confirmEmail: '/confirm-email',
  dashboard: '/dashboard',
  inviteTeammate: '/invite-teammate',
  invitation: '/invitation',
  launching: '/account/launching',
  setup: '/account/setup',
  manage: '/manage',
  manageStatus: '/manage/status',
  magicLink: '/magic-link',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  changeEmail: '/change-email',
  account: '/account',
  accountMembers: '/account/members',
  accountActivity: '/account/activity',
  billing: '/manage/billing',
  /** A payment's id follows: its invoice. */
  billingInvoice: '/manage/billing/invoice',
  changePlan: '/account/change-plan',
  checkout: '/account/checkout',
  closeBanner: '/account/close-banner',
  paddleWebhook: '/webhooks/paddle',
  signOut: '/sign-out',
  humanCheck: '/api/human-check',
  instance: '/api/instance',
  /** The WebSocket that a workspace's status arrives on. */
  instanceLive: '/api/instance/live',
  billingActive: '/api/account/billing/active',
} as const;

const pathByStep: Record<OnboardingStep, string> = {
  'confirm-email': paths.confirmEmail,
  survey: paths.setup,
  apps: paths.setup,
  invite: paths.inviteTeammate,
  launch: paths.launching,
};

/** @returns where a step of the set-up is done; the dashboard when none is left. */
export function pathOfStep(step: OnboardingStep | null): string {
  return step === null ? paths.dashboard : pathByStep[step];
}

/**
 * @returns the path when it may be followed after signing in, else the dashboard. Spec §5: it starts with one slash
 *   and has no dot. Backslashes and control characters are refused too, since browsers read `/\evil` as `//evil`.
 */
export function safeReturnPath(path: string | null): string {
  return path && path.length <= 512 && /^\/(?![/\\])[^.\\\s\p{Cc}]*$/u.test(path) ? path : paths.dashboard;
}
