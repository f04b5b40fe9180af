import { index, type RouteConfig, route } from '@remix-run/route-config';

/** The table of contents: every URL of the portal, in the order of spec §2 and then §7. */
export default [
  index('routes/home.ts'),
  route('login', 'routes/login.tsx'),
  route('register', 'routes/register.tsx'),
  route('confirm-email', 'routes/confirm-email.tsx'),
  route('magic-link', 'routes/magic-link.tsx'),
  route('forgot-password', 'routes/forgot-password.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('change-email', 'routes/change-email.tsx'),
  route('dashboard', 'routes/dashboard.tsx'),
  route('invitation', 'routes/invitation.tsx'),
  route('invite-teammate', 'routes/invite-teammate.tsx'),
  route('manage', 'routes/manage.tsx'),
  route('manage/instance', 'routes/manage.tsx', { id: 'manage-instance' }),
  route('manage/status', 'routes/manage-status.tsx'),
  route('manage/billing', 'routes/manage-billing.tsx'),
  route('account', 'routes/account.tsx'),
  route('account/members', 'routes/account-members.tsx'),
  route('account/activity', 'routes/account-activity.tsx'),
  route('account/launching', 'routes/account-launching.tsx'),
  route('account/setup', 'routes/account-setup.tsx'),
  route('sign-out', 'routes/sign-out.ts'),
  route('app-selection', 'routes/old-url.ts', { id: 'app-selection' }),
  route('send-confirmation', 'routes/old-url.ts', { id: 'send-confirmation' }),

  // Spec §7, under /api (design §4)
  route('api/human-check', 'routes/api/human-check.ts'),
  route('api/instance', 'routes/api/instance.ts'),
  route('api/workspace/login-code', 'routes/api/workspace-login-code.ts'),
  route('api/instance/n8n-versions', 'routes/api/instance-versions.ts'),
  route('api/instance/configuration', 'routes/api/instance-configuration.ts'),
  route('api/instance/restart', 'routes/api/instance-restart.ts'),
  route('api/instance/url', 'routes/api/instance-url.ts'),
  route('api/instance/used-limits', 'routes/api/instance-used-limits.ts'),

  route('*', 'routes/not-found.ts'),
] satisfies RouteConfig;
