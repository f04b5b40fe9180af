import type { OnboardingStep } from './account/onboarding.ts';

/** The portal's addresses that code refers to; `routes.ts` maps them to screens. */
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
  /** A part's name follows: its data as JSON. */
  dashboardParts: '/dashboard/parts',
  inviteTeammate: '/invite-teammate',
  invitation: '/invitation',
  launching: '/account/launching',
  setup: '/account/setup',
  manage: '/manage',
  manageStatus: '/manage/status',
  usage: '/manage/usage',
  /** The executions of the same query as a file. */
  usageCsv: '/manage/usage/executions.csv',
  webhooks: '/manage/webhooks',
  /** All held webhooks with their bodies as a file. */
  webhooksArchive: '/manage/webhooks/archive.ndjson',
  manageUpdate: '/manage/update',
  backups: '/manage/export',
  /** Uploads an archive: the only address whose body can be larger than a form. */
  backupUpload: '/manage/export/upload',
  backupRestore: '/manage/export/restore',
  credentialBackup: '/manage/export/credentials',
  /** The final backup of a deleted workspace, opened with the token from its owner's mail. */
  finalBackup: '/final-backup',
  magicLink: '/magic-link',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  changeEmail: '/change-email',
  account: '/account',
  accountSecurity: '/account/security',
  /** Requires proof of identity before a sensitive change. */
  confirmAccess: '/account/confirm-access',
  accountMembers: '/account/members',
  accountActivity: '/account/activity',
  /** The activity of the same query as a file. */
  accountActivityCsv: '/account/activity.csv',
  accountTokens: '/account/tokens',
  billing: '/manage/billing',
  /** The payments of the same query as a file. */
  billingCsv: '/manage/billing/payments.csv',
  /** A payment's id follows: its invoice. */
  billingInvoice: '/manage/billing/invoice',
  changePlan: '/account/change-plan',
  checkout: '/account/checkout',
  closeBanner: '/account/close-banner',
  /** The choice about analytics. */
  consent: '/consent',
  paddleWebhook: '/webhooks/paddle',
  help: '/help',
  /** The command palette's entries, as JSON. */
  commands: '/commands',
  /** The choice of the color scheme. */
  theme: '/theme',
  signOut: '/sign-out',
  apiReference: '/api/docs',
  openApi: '/api/openapi.json',
  humanCheck: '/api/human-check',
  instance: '/api/instance',
  /** The WebSocket that a workspace's status arrives on. */
  instanceLive: '/api/instance/live',
  billingActive: '/api/account/billing/active',
} as const;

/** @returns the download path of a support ticket's attachment. */
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

/** @returns the path of a step of the setup; the dashboard after the last. */
export function pathOfStep(step: OnboardingStep | null): string {
  return step === null ? paths.dashboard : pathByStep[step];
}

/** @returns the path of a held webhook's headers and body. */
export function heldWebhookPath(id: string): string {
  return `${paths.webhooks}/${encodeURIComponent(id)}`;
}

/** @returns the download path of a backup's archive. */
export function backupDownloadPath(backupId: string): string {
  return `${paths.backups}/${encodeURIComponent(backupId)}/download`;
}

/** @returns the path that previews and restores a backup or an uploaded archive. */
export function backupRestorePath(source: { backup: string } | { upload: string }): string {
  return `${paths.backupRestore}?${new URLSearchParams(source)}`;
}

/** @returns the download path of a deleted workspace's final backup. */
export function finalArchivePath(token: string): string {
  return `${paths.finalBackup}/archive?${new URLSearchParams({ token })}`;
}

/** Addresses of data or a file, and those written with escapes, which no page has. One with a dot is refused anyway. */
const withoutPage =
  /^[^?#]*%|^\/(?:api(?!\/docs\/?(?![^?#]))|commands|dashboard\/parts|help\/tickets|manage\/export\/[^/]+\/download|final-backup\/archive|manage\/billing\/invoice|webhooks\/paddle)(?![^/?#])/i;

/** @returns a page's address without a dot in its query, where cursors and paths of webhooks have some. The page reads the same query. */
export function escapeQueryDots(path: string): string {
  return path.replace(/\?.*/s, (query) => query.replaceAll('.', '%2E'));
}

/**
 * @returns the path, with dots of its query escaped, if it is a safe redirect target after signing in, else the dashboard. Spec §5: it
 * starts with one slash and has no dot. Backslashes and control characters are refused too, since browsers read `/\evil` as `//evil`. An address
 * without a page is refused, because the script of the sign-in would show it as an empty one.
 */
export function safeReturnPath(returnPath: string | null): string {
  const path = returnPath && escapeQueryDots(returnPath);
  const isSafe = path && path.length <= 512 && /^\/(?![/\\])[^.\\\s\p{Cc}]*$/u.test(path);
  return isSafe && !withoutPage.test(path) ? path : paths.dashboard;
}
