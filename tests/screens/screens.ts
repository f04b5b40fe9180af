import type { acts } from './acts.ts';
import type { People } from './people.ts';

/** A screen in one state. */
export interface Screen {
  /** Name of its pictures: the screen, then the state. */
  name: string;
  path: string;
  as: keyof People;
  /** Name of a link to follow first, for a page whose URL has an id. */
  follow?: string;
  /** Name of the act that runs before the screen is drawn; then only the window is drawn, and each width reopens the page. */
  act?: keyof typeof acts;
  /** Shows the analytics question; elsewhere it is answered. */
  isAsked?: true;
  /** The name of its picture in the README (`docs/images`). */
  readme?: string;
}

const of = (
  as: keyof People,
  screens: Record<string, string>,
  readme: Record<string, string> = {},
): Screen[] =>
  Object.entries(screens).map(([name, path]) => ({
    name,
    path,
    as,
    ...(readme[name] !== undefined && { readme: readme[name] }),
  }));

/** Every screen in every state of the gallery; `tests/unit/docs/screens.test.ts` compares it with the routes. */
export const screens: readonly Screen[] = [
  ...of(
    'visitor',
    {
      login: '/login',
      register: '/register',
      'forgot-password': '/forgot-password',
      'forgot-password-sent': '/forgot-password?sent',
      'magic-link': '/magic-link',
      'magic-link-open': '/magic-link?token=none',
      'reset-password': '/reset-password?token=none',
      'confirm-email-link': '/confirm-email?token=none',
      'change-email': '/change-email?token=none',
      'invitation-invalid': '/invitation?token=none',
      'second-factor-remove': '/second-factor/remove?token=none',
      'second-factor-keep': '/second-factor/keep?token=none',
      'final-backup-missing': '/final-backup?token=none',
      'api-docs': '/api/docs',
      consent: '/consent',
      'not-found': '/no-such-page',
    },
    { register: 'register' },
  ),
  { name: 'login-asked', path: '/login', as: 'visitor', isAsked: true },
  ...of('unconfirmed', { 'confirm-email': '/confirm-email' }),
  ...of('survey', { 'setup-survey': '/account/setup' }),
  ...of('apps', { 'setup-apps': '/account/setup' }),
  ...of('inviting', { 'invite-teammate': '/invite-teammate' }),
  ...of('launching', { launching: '/account/launching' }),
  ...of('trial', {
    'dashboard-trial': '/dashboard',
    'manage-trial': '/manage',
    'change-plan-trial': '/account/change-plan',
    'activity-empty': '/account/activity?what=tokens',
    'tokens-empty': '/account/tokens',
  }),
  ...of('unreadable', {
    'dashboard-unreadable': '/dashboard',
    'manage-unreadable': '/manage',
    'status-unreadable': '/manage/status',
    'usage-unreadable': '/manage/usage',
    'webhooks-unreadable': '/manage/webhooks',
    'export-unreadable': '/manage/export',
  }),
  ...of(
    'online',
    {
      dashboard: '/dashboard',
      manage: '/manage',
      'manage-update': '/manage/update',
      'manage-status': '/manage/status',
      'manage-usage': '/manage/usage',
      'manage-webhooks': '/manage/webhooks',
      'manage-export': '/manage/export',
      'manage-export-upload': '/manage/export/upload',
      'manage-export-credentials': '/manage/export/credentials',
      'manage-billing': '/manage/billing',
      'manage-billing-cancel': '/manage/billing?dialog=cancel',
      'change-plan': '/account/change-plan',
      'change-plan-yearly': '/account/change-plan?period=yearly',
      'change-plan-sales': '/account/change-plan?dialog=sales',
      'change-plan-confirm': '/account/change-plan?confirm=starter&period=yearly',
      account: '/account',
      'account-change-name': '/account?dialog=name',
      'account-change-password': '/account?dialog=password',
      security: '/account/security',
      'security-add-app': '/account/security?add=app',
      members: '/account/members',
      activity: '/account/activity',
      tokens: '/account/tokens',
      'confirm-access': '/account/confirm-access',
      help: '/help',
      'help-search': '/help?q=restart',
    },
    {
      dashboard: 'dashboard',
      'manage-billing': 'billing',
      members: 'members',
      'change-plan': 'change-plan',
      activity: 'activity',
    },
  ),
  ...of('few', {
    'dashboard-few': '/dashboard',
    'usage-few': '/manage/usage',
    'update-withdrawn': '/manage/update',
  }),
  ...of('updated', { 'update-done': '/manage/update', 'status-updated': '/manage/status' }),
  ...of('runningOn', {
    'usage-paid': '/manage/usage',
    'billing-paid': '/manage/billing',
    'billing-paid-cancel': '/manage/billing?dialog=cancel',
    'dashboard-paid': '/dashboard',
  }),
  ...of('holding', {
    'webhooks-held': '/manage/webhooks',
    'webhooks-no-match': '/manage/webhooks?state=replayed',
    'update-report': '/manage/update',
    'dashboard-holding': '/dashboard',
    'export-few': '/manage/export',
    'usage-none': '/manage/usage',
  }),
  {
    name: 'webhook-detail',
    path: '/manage/webhooks',
    as: 'holding',
    follow: 'Details of POST /webhook/orders',
  },
  ...of('member', { 'dashboard-member': '/dashboard', 'manage-forbidden': '/manage' }),
  ...of('pastDue', { 'dashboard-past-due': '/dashboard', 'billing-past-due': '/manage/billing' }),
  ...of('paused', { 'dashboard-paused': '/dashboard', 'billing-paused': '/manage/billing' }),
  ...of('cancelled', { 'dashboard-cancelled': '/dashboard', 'billing-cancelled': '/manage/billing' }),
  ...of('ended', { 'dashboard-ended': '/dashboard', 'billing-ended': '/manage/billing' }),
  ...of('many', {
    'activity-many': '/account/activity',
    'activity-many-oldest': '/account/activity?order=oldest&what=billing',
    'billing-many': '/manage/billing',
  }),
  ...of('odd', {
    'dashboard-odd': '/dashboard',
    'account-odd': '/account',
    'members-odd': '/account/members',
    'activity-odd': '/account/activity',
    'billing-odd': '/manage/billing',
    'manage-odd': '/manage',
    'help-odd': '/help',
  }),
  // Last, because they change what other screens show.
  { name: 'copied', path: '/dashboard', as: 'online', act: 'copyAddress' },
  { name: 'name-saved', path: '/account?dialog=name', as: 'few', act: 'saveName' },
  { name: 'manage-saving', path: '/manage', as: 'online', act: 'saveUnanswered' },
  { name: 'toast-restarting', path: '/account', as: 'few', act: 'restartingElsewhere' },
  { name: 'toast-restarted', path: '/account/security', as: 'few', act: 'restartElsewhere' },
  { name: 'toasts', path: '/account/activity', as: 'runningOn', act: 'hearOfEverything' },
  { name: 'toasts-help', path: '/help', as: 'runningOn', act: 'hearOfEverything' },
];

/** The folder of the gallery. */
export const GALLERY_FOLDER = '.reports/screens';
/** CSS pixels: a phone, a tablet, a laptop and a wide screen. */
export const widths = [360, 768, 1280, 1920] as const;
export const schemes = ['light', 'dark'] as const;
