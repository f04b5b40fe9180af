import type { OnboardingStep } from '#app/domain/account/onboarding.ts';

/** Every address of the portal that code leads to; routes.ts says what answers there. */
export const paths = {
  home: '/',
  login: '/login',
  secondFactor: '/login/second-factor',
  /** The links of the mail about a lost second factor. */
  removeSecondFactor: '/second-factor/remove',
  keepSecondFactor: '/second-factor/keep',
  register: '/register',
  confirmEmail: '/confirm-email',
  dashboard: '/dashboard',
  inviteTeammate: '/invite-teammate',
  invitation: '/invitation',
  launching: '/account/launching',
  setup: '/account/setup',
  manage: '/manage',
  manageStatus: '/manage/status',
  backups: '/manage/export',
  /** An archive's way in: the one address whose body may be larger than a form. */
  backupUpload: '/manage/export/upload',
  backupRestore: '/manage/export/restore',
  credentialBackup: '/manage/export/credentials',
  /** Of a deleted workspace, by the token in its owner's mail. */
  finalBackup: '/final-backup',
  magicLink: '/magic-link',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  changeEmail: '/change-email',
  account: '/account',
  accountSecurity: '/account/security',
  /** Who one is, proved once more before what hurts. */
  confirmAccess: '/account/confirm-access',
  accountMembers: '/account/members',
  accountActivity: '/account/activity',
  accountTokens: '/account/tokens',
  billing: '/manage/billing',
  /** A payment's id follows: its invoice. */
  billingInvoice: '/manage/billing/invoice',
  changePlan: '/account/change-plan',
  checkout: '/account/checkout',
  closeBanner: '/account/close-banner',
  /** What counting a person has agreed to. */
  consent: '/consent',
  paddleWebhook: '/webhooks/paddle',
  help: '/help',
  signOut: '/sign-out',
  apiReference: '/api/docs',
  openApi: '/api/openapi.json',
  humanCheck: '/api/human-check',
  instance: '/api/instance',
  /** The WebSocket that a workspace's status arrives on. */
  instanceLive: '/api/instance/live',
  /** What a workspace asks every few seconds (docs/cluster.md). */
  cloudLimits: '/api/cloud/limits',
  billingActive: '/api/account/billing/active',
} as const;

/** @returns where a support ticket's attachment is downloaded. */
export function attachmentPath(ticketId: string): string {
  return `${paths.help}/tickets/${ticketId}/attachment`;
}

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

/** @returns where a backup's archive is downloaded. */
export function backupDownloadPath(backupId: string): string {
  return `${paths.backups}/${encodeURIComponent(backupId)}/download`;
}

/** @returns where a backup, or an archive that was uploaded, is compared with the workspace and restored. */
export function backupRestorePath(source: { backup: string } | { upload: string }): string {
  return `${paths.backupRestore}?${new URLSearchParams(source)}`;
}

/** @returns where a deleted workspace's final backup is downloaded. */
export function finalArchivePath(token: string): string {
  return `${paths.finalBackup}/archive?${new URLSearchParams({ token })}`;
}

/**
 * @returns the path when it may be followed after signing in, else the dashboard. Spec §5: it starts with one slash
 *   and has no dot. Backslashes and control characters are refused too, since browsers read `/\evil` as `//evil`.
 */
export function safeReturnPath(path: string | null): string {
  return path && path.length <= 512 && /^\/(?![/\\])[^.\\\s\p{Cc}]*$/u.test(path) ? path : paths.dashboard;
}
