import { index, type RouteConfig, route } from '@remix-run/route-config';

/** A page: `route.tsx` in its folder, whose name is its id. A second address of the same page has a separate id. */
const screen = (path: string, folder: string, id = `routes/${folder}`) =>
  route(path, `routes/${folder}/route.tsx`, { id });

/** A route without a component: a redirect, a download, or a form's target. */
const handler = (path: string, folder: string, id = `routes/${folder}`) =>
  route(path, `routes/${folder}/route.ts`, { id });

/** The table of contents: every page of the portal, in the order of spec §2. */
export default [
  index('routes/home/route.ts', { id: 'routes/home' }),
  screen('login', 'login'),
  screen('login/second-factor', 'second-factor'),
  screen('second-factor/remove', 'second-factor-remove'),
  screen('second-factor/keep', 'second-factor-keep'),
  screen('register', 'register'),
  screen('confirm-email', 'confirm-email'),
  screen('magic-link', 'magic-link'),
  screen('forgot-password', 'forgot-password'),
  screen('reset-password', 'reset-password'),
  screen('change-email', 'change-email'),
  screen('dashboard', 'dashboard'),
  handler('dashboard/parts/:part', 'dashboard-part'),
  screen('help', 'help'),
  handler('help/tickets/:ticketId/attachment', 'help-attachment'),
  screen('invitation', 'invitation'),
  screen('invite-teammate', 'invite-teammate'),
  screen('manage', 'manage'),
  screen('manage/instance', 'manage', 'manage-instance'),
  screen('manage/status', 'manage-status'),
  screen('manage/usage', 'manage-usage'),
  handler('manage/usage/executions.csv', 'manage-usage-csv'),
  screen('manage/webhooks', 'manage-webhooks'),
  handler('manage/webhooks/archive.ndjson', 'manage-webhooks-archive'),
  screen('manage/webhooks/:heldId', 'manage-webhook'),
  screen('manage/update', 'manage-update'),
  screen('manage/export', 'manage-export'),
  screen('manage/export/upload', 'manage-export-upload'),
  screen('manage/export/credentials', 'manage-export-credentials'),
  screen('manage/export/restore', 'manage-export-restore'),
  handler('manage/export/:backupId/download', 'backup-download'),
  screen('final-backup', 'final-backup'),
  handler('final-backup/archive', 'final-backup-archive'),
  screen('manage/billing', 'manage-billing'),
  handler('manage/billing/payments.csv', 'manage-billing-csv'),
  handler('manage/billing/invoice/:paymentId', 'billing-invoice'),
  screen('account', 'account'),
  screen('account/security', 'account-security'),
  screen('account/confirm-access', 'confirm-access'),
  screen('account/members', 'account-members'),
  screen('account/activity', 'account-activity'),
  handler('account/activity.csv', 'account-activity-csv'),
  screen('account/tokens', 'account-tokens'),
  screen('account/change-plan', 'account-change-plan'),
  screen('account/checkout', 'billing-checkout'),
  handler('account/close-banner', 'close-banner'),
  screen('account/launching', 'account-launching'),
  screen('account/setup', 'account-setup'),
  screen('consent', 'consent'),
  handler('commands', 'commands'),
  handler('theme', 'theme'),
  handler('sign-out', 'sign-out'),
  handler('app-selection', 'old-url', 'app-selection'),
  handler('send-confirmation', 'old-url', 'send-confirmation'),

  // The calls of spec §7 are in app/api.
  screen('api/docs', 'api-reference'),

  handler('*', 'not-found'),
] satisfies RouteConfig;
