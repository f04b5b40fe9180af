import type { Call, Calls } from './call.ts';
import { asVisitor, expectedRefusal, onceConfirmed, pageOf } from './expected-answer.ts';
import { factorPageCalls } from './factor-page-calls.ts';
import type { Ids, State } from './states.ts';

const openForInvitations = ['invite', 'launch', null] as const;

const isSignedIn = (state: State) => state.cookie === 'live';

/** /confirm-email redirects home without a return path: the sign-in goes to the next step. */
const confirmationRefusal = (state: State) =>
  state.cookie === 'dead' ? '302 /' : expectedRefusal(state, '/confirm-email');

/** The handler's own code admits visitors, since a link's token opens it to anyone. */
const visitorsAt =
  (path: string, admitted = '200') =>
  (state: State) =>
    asVisitor(state, path) ?? admitted;

/** An invalid login code of a workspace (design §4): the target page reports it, and no session ends. */
const byCode = {
  path: '/login?code=none&returnPath=/account',
  admitted: (state: State) =>
    isSignedIn(state) || state.cookie === 'due' ? '302 /account' : '302 /login?returnPath=%2Faccount',
};

const settings = (path: string): Call[] => [
  { as: 'restart', path, form: { intent: 'restart' }, admitted: '404' },
  { as: 'save', path, form: { timezone: 'Asia/Tokyo' }, admitted: '404' },
  { as: 'save an empty form', path, form: {}, admitted: '422' },
];

const queueButton = (intent: string, fields: Record<string, string> = {}): Call => ({
  as: intent,
  path: '/manage/webhooks',
  form: { intent, ...fields },
  admitted: '404',
});

/** Calls that concern only the person, such as their other accounts: open without the second factor that this account requires. */
const ofPerson = { steps: onceConfirmed, takesOwing: true } as const;

const accountRow = (intent: string, field: keyof Ids, foreign: string): Call => ({
  as: intent,
  path: '/account',
  ...ofPerson,
  foreign,
  admitted: '302 /account',
  form: (ids) => ({ intent, [field]: ids[field] }),
});

const memberRow = (intent: string, field: keyof Ids, more: Record<string, string> = {}): Call => ({
  as: intent,
  path: '/account/members',
  foreign: '404',
  admitted: '302 /account/members',
  form: (ids) => ({ intent, [field]: ids[field], ...more }),
});

/**
 * The calls of every page's loader and action. No one here has a workspace in a cluster, so calls that need one answer 404;
 * no one has a password, so calls that require one stop at their form.
 */
export const pageCalls: Calls = {
  ...factorPageCalls,
  // The layout of every page: it decides nothing, and shows people only their own data.
  'root loader': [{ path: '/no-such-page?_data=root', admitted: '200' }],
  'routes/home loader': [
    { path: '/', admitted: (state) => (isSignedIn(state) ? '302 /dashboard' : '302 /login') },
  ],

  'routes/login loader': [
    { path: '/login', admitted: visitorsAt('/login') },
    { as: 'with a code', ...byCode },
  ],
  'routes/login action': [
    { path: '/login', form: { password: 'none' }, admitted: '422' },
    { as: 'with a passkey', path: '/login', form: { intent: 'passkey', answer: 'none' }, admitted: '401' },
    { as: 'with a code', ...byCode, form: {} },
  ],
  'routes/api-reference loader': [{ path: '/api/docs', admitted: '200' }],
  'routes/register loader': [{ path: '/register', admitted: '200' }],
  'routes/register action': [{ path: '/register', form: { fullName: 'Ada' }, admitted: '422' }],
  'routes/confirm-email loader': [
    { as: 'with a link', path: '/confirm-email?token=none', admitted: '200' },
    {
      path: '/confirm-email',
      admitted: (state) =>
        !isSignedIn(state)
          ? confirmationRefusal(state)
          : state.step === 'confirm-email'
            ? '200'
            : `302 ${pageOf(state.step)}`,
    },
  ],
  'routes/confirm-email action': [
    { as: 'with a link', path: '/confirm-email?token=none', form: {}, admitted: '400' },
    {
      as: 'resend',
      path: '/confirm-email',
      form: { intent: 'resend' },
      // The last mail to an unconfirmed person is younger than a minute.
      admitted: (state) =>
        !isSignedIn(state)
          ? confirmationRefusal(state)
          : state.step === 'confirm-email'
            ? '429'
            : '302 /confirm-email',
    },
    {
      as: 'start over',
      path: '/confirm-email',
      form: { intent: 'start-over' },
      admitted: (state) => (isSignedIn(state) ? '302 /register' : confirmationRefusal(state)),
    },
  ],
  'routes/magic-link loader': [
    { path: '/magic-link', admitted: visitorsAt('/magic-link') },
    { as: 'with a link', path: '/magic-link?token=none', admitted: '200' },
  ],
  'routes/magic-link action': [
    {
      path: '/magic-link',
      form: { email: 'nobody@example.com' },
      admitted: visitorsAt('/magic-link', '302 /magic-link?sent'),
    },
    { as: 'with a link', path: '/magic-link?token=none', form: {}, admitted: '400' },
  ],
  'routes/forgot-password loader': [
    {
      path: '/forgot-password',
      admitted: (state) => (state.cookie === 'dead' ? '302 /forgot-password' : '200'),
    },
  ],
  'routes/forgot-password action': [
    {
      path: '/forgot-password',
      form: { email: 'nobody@example.com' },
      admitted: '302 /forgot-password?sent',
    },
  ],
  'routes/reset-password loader': [
    { path: '/reset-password', admitted: '302 /forgot-password' },
    { as: 'with a link', path: '/reset-password?token=none', admitted: '200' },
  ],
  'routes/reset-password action': [
    { path: '/reset-password?token=none', form: { newPassword: 'compile me twice' }, admitted: '400' },
  ],
  'routes/change-email loader': [
    { path: '/change-email', admitted: '302 /account' },
    { as: 'with a link', path: '/change-email?token=none', admitted: '200' },
  ],
  'routes/change-email action': [
    { path: '/change-email', form: {}, admitted: '400' },
    { as: 'with a link', path: '/change-email?token=none', form: {}, admitted: '400' },
  ],

  'routes/dashboard loader': [{ path: '/dashboard', admitted: '200' }],
  'routes/dashboard action': [{ as: 'open', path: '/dashboard', form: {}, admitted: '404' }],
  'routes/dashboard-part loader': [
    { path: '/dashboard/parts/overview', admitted: '200' },
    { as: 'executions', path: '/dashboard/parts/executions', admitted: '200' },
    { as: 'webhooks', path: '/dashboard/parts/webhooks', admitted: '200' },
    { as: 'no part', path: '/dashboard/parts/toString', admitted: '404' },
  ],
  'routes/help loader': [
    { path: '/help', steps: onceConfirmed, admitted: '200' },
    { as: 'with a search', path: '/help?q=restart', steps: onceConfirmed, admitted: '200' },
    {
      as: 'after a request was sent',
      path: ({ ticketId }) => `/help?sent=${ticketId}`,
      steps: onceConfirmed,
      admitted: '200',
      foreign: '200',
    },
  ],
  'routes/help action': [
    {
      as: 'without a subject',
      path: '/help',
      steps: onceConfirmed,
      admitted: '422',
      form: { formKey: 'a-key-of-the-tests', body: 'It hangs.' },
    },
    { as: 'no form of ours', path: '/help', steps: onceConfirmed, form: {}, admitted: '400' },
  ],
  'routes/help-attachment loader': [
    {
      path: ({ ticketId }) => `/help/tickets/${ticketId}/attachment`,
      // The row exists, but the file does not.
      steps: onceConfirmed,
      admitted: '404',
      foreign: '404',
    },
  ],
  'routes/invitation loader': [{ path: '/invitation?token=none', admitted: '400' }],
  'routes/invitation action': [
    {
      path: '/invitation?token=none',
      form: { fullName: 'Ada', password: 'compile me twice' },
      admitted: '400',
    },
  ],
  'routes/invite-teammate loader': [{ path: '/invite-teammate', steps: openForInvitations, admitted: '200' }],
  'routes/invite-teammate action': [
    {
      as: 'skip',
      path: '/invite-teammate',
      steps: openForInvitations,
      form: { intent: 'skip' },
      admitted: (state) => (state.step === null ? '302 /account/members' : '302 /account/launching'),
    },
    {
      as: 'invite',
      path: '/invite-teammate',
      steps: openForInvitations,
      form: { 'invitations[0].email': 'alan@example.com', 'invitations[0].role': 'operator' },
      admitted: (state) => (state.step === null ? '302 /account/members' : '302 /account/launching'),
    },
    {
      as: 'invite as what is not a role',
      path: '/invite-teammate',
      steps: openForInvitations,
      form: { 'invitations[0].email': 'alan@example.com', 'invitations[0].role': 'root' },
      admitted: '422',
    },
  ],

  'routes/manage loader': [{ path: '/manage', admitted: '200' }],
  'routes/manage action': settings('/manage'),
  'manage-instance loader': [{ path: '/manage/instance', admitted: '200' }],
  'manage-instance action': settings('/manage/instance'),
  'routes/manage-update loader': [{ path: '/manage/update', admitted: '200' }],
  'routes/manage-update action': [
    { as: 'go-back', path: '/manage/update', form: { intent: 'go-back' }, admitted: '404' },
  ],
  'routes/manage-status loader': [{ path: '/manage/status', admitted: '200' }],
  'routes/manage-usage loader': [{ path: '/manage/usage', admitted: '200' }],
  'routes/manage-usage action': [
    { path: '/manage/usage', form: { atLimit: 'none' }, admitted: '422' },
    {
      as: 'hold',
      path: '/manage/usage',
      form: { atLimit: 'hold' },
      admitted: ({ subscription }) => (subscription === null ? '404' : '302 /manage/usage'),
    },
  ],
  'routes/manage-usage-csv loader': [{ path: '/manage/usage/executions.csv', admitted: '404' }],
  'routes/manage-webhooks loader': [
    { path: '/manage/webhooks', admitted: '200' },
    { as: 'filtered', path: '/manage/webhooks?path=%2Fwebhook%2Fa&state=failed&cursor=7', admitted: '200' },
  ],
  'routes/manage-webhooks action': [
    queueButton('replay', { heldId: 'hld_none' }),
    queueButton('drop', { heldId: 'hld_none' }),
    queueButton('replay-path', { path: '/webhook/a' }),
    queueButton('drop-path', { path: '/webhook/a' }),
    queueButton('pause'),
    queueButton('resume'),
    queueButton('set-choice', { path: '/webhook/a', choice: 'hold' }),
    queueButton('set-order', { order: 'behind' }),
    { as: 'no such order', path: '/manage/webhooks', form: { intent: 'set-order' }, admitted: '422' },
    { as: 'nothing known', path: '/manage/webhooks', form: {}, admitted: '400' },
  ],
  'routes/manage-webhooks-archive loader': [{ path: '/manage/webhooks/archive.ndjson', admitted: '404' }],
  'routes/manage-webhook loader': [{ path: '/manage/webhooks/hld_none', admitted: '404' }],
  'routes/manage-export loader': [{ path: '/manage/export', admitted: '200' }],
  'routes/manage-export action': [
    { as: 'back up', path: '/manage/export', form: { intent: 'back-up' }, admitted: '404' },
    { as: 'nothing known', path: '/manage/export', form: {}, admitted: '400' },
  ],
  'routes/manage-export-upload loader': [{ path: '/manage/export/upload', admitted: '200' }],
  'routes/manage-export-upload action': [{ path: '/manage/export/upload', form: {}, admitted: '415' }],
  'routes/manage-export-credentials loader': [{ path: '/manage/export/credentials', admitted: '200' }],
  'routes/manage-export-credentials action': [
    { path: '/manage/export/credentials', form: {}, admitted: '422' },
    {
      as: 'right',
      path: '/manage/export/credentials',
      form: { passphrase: 'correct horse battery staple', repeated: 'correct horse battery staple' },
      admitted: '404',
    },
  ],
  'routes/manage-export-restore loader': [
    { as: 'of a backup', path: '/manage/export/restore?backup=bkp_none', admitted: '404' },
    { as: 'of an upload', path: '/manage/export/restore?upload=none', admitted: '404' },
    { as: 'of nothing', path: '/manage/export/restore', admitted: '404' },
  ],
  'routes/manage-export-restore action': [
    {
      path: '/manage/export/restore?backup=bkp_none',
      admitted: '404',
      form: { workflowId: 'none' },
    },
    { as: 'no workflow', path: '/manage/export/restore?backup=bkp_none', form: {}, admitted: '422' },
  ],
  'routes/backup-download loader': [{ path: '/manage/export/bkp_none/download', admitted: '404' }],
  'routes/final-backup loader': [{ path: '/final-backup?token=none', admitted: '404' }],
  'routes/final-backup-archive loader': [{ path: '/final-backup/archive?token=none', admitted: '404' }],
  'routes/close-banner loader': [
    { path: '/account/close-banner', steps: onceConfirmed, admitted: '302 /dashboard' },
  ],
  'routes/close-banner action': [
    {
      path: '/account/close-banner',
      steps: onceConfirmed,
      admitted: '302 /account',
      form: { returnPath: '/account' },
    },
  ],

  'routes/account loader': [
    { path: '/account', ...ofPerson, admitted: '200' },
    { as: 'with a dialog', path: '/account?dialog=password', ...ofPerson, admitted: '200' },
  ],
  'routes/account action': [
    {
      as: 'change-name',
      path: '/account',
      ...ofPerson,
      admitted: '422',
      form: { intent: 'change-name', fullName: '' },
    },
    {
      as: 'change-email',
      path: '/account',
      ...ofPerson,
      admitted: '422',
      form: { intent: 'change-email', email: 'nowhere' },
    },
    {
      as: 'change-password',
      path: '/account',
      ...ofPerson,
      admitted: '422',
      form: { intent: 'change-password', currentPassword: 'none', newPassword: 'short' },
    },
    accountRow('end-session', 'sessionId', '404'),
    accountRow('switch-account', 'accountId', '403'),
    {
      as: 'end-other-sessions',
      path: '/account',
      ...ofPerson,
      admitted: '302 /account',
      form: { intent: 'end-other-sessions' },
    },
    { as: 'nothing known', path: '/account', ...ofPerson, form: {}, admitted: '400' },
  ],
  'routes/account-members loader': [{ path: '/account/members', admitted: '200' }],
  'routes/account-members action': [
    // The role that they already have: a new role would reach the workspace, and start it.
    memberRow('change-role', 'userId', { role: 'member' }),
    memberRow('remove-member', 'userId'),
    {
      as: 'require a second factor',
      // No one here has a second factor.
      path: '/account/members',
      form: { intent: 'require-second-factor' },
      admitted: '409',
    },
    {
      as: 'make a second factor optional',
      path: '/account/members',
      form: { intent: 'make-second-factor-optional' },
      admitted: '302 /account/members',
    },
    memberRow('resend-invitation', 'invitationId'),
    memberRow('revoke-invitation', 'invitationId'),
    { as: 'nothing known', path: '/account/members', form: {}, admitted: '400' },
  ],
  'routes/account-activity loader': [
    { path: '/account/activity', admitted: '200' },
    {
      as: 'before an event',
      path: ({ cursor }) => `/account/activity?before=${cursor}`,
      admitted: '200',
      foreign: '200',
    },
  ],
  'routes/account-activity-csv loader': [
    {
      as: 'filtered',
      path: '/account/activity.csv?what=billing&order=oldest',
      changes: true,
      admitted: '200',
    },
  ],
  'routes/account-tokens loader': [{ path: '/account/tokens', steps: onceConfirmed, admitted: '200' }],
  'routes/account-tokens action': [
    {
      as: 'create',
      path: '/account/tokens',
      steps: onceConfirmed,
      admitted: '200',
      form: { intent: 'create', name: 'Script', lifetime: '30', scopes: 'workspace:view' },
    },
    {
      as: 'revoke',
      path: '/account/tokens',
      steps: onceConfirmed,
      foreign: '404',
      form: ({ tokenId }: Ids) => ({ intent: 'revoke', tokenId }),
      // The token belongs to the owner.
      admitted: ({ role }) => (role === 'owner' ? '302 /account/tokens' : '404'),
    },
  ],
  'routes/account-launching loader': [{ path: '/account/launching', steps: ['launch'], admitted: '200' }],
  'routes/account-launching action': [
    { path: '/account/launching', steps: ['launch', null], form: {}, admitted: '302 /dashboard' },
  ],
  'routes/account-setup loader': [{ path: '/account/setup', steps: ['survey', 'apps'], admitted: '200' }],
  'routes/account-setup action': [
    {
      as: 'survey',
      path: '/account/setup',
      steps: onceConfirmed,
      form: { workArea: 'ops' },
      admitted: '422',
    },
    {
      as: 'apps',
      path: '/account/setup',
      steps: onceConfirmed,
      admitted: '302 /invite-teammate',
      form: { intent: 'apps', apps: 'n8n-nodes-base.slack' },
    },
  ],

  'routes/consent loader': [{ path: '/consent', admitted: '200' }],
  'routes/consent action': [
    { path: '/consent', form: { choice: 'denied', returnPath: '/consent' }, admitted: '302 /consent' },
    { as: 'what is not a choice', path: '/consent', form: { choice: 'maybe' }, admitted: '422' },
  ],

  'routes/commands loader': [{ path: '/commands', steps: onceConfirmed, admitted: '200' }],
  'routes/theme loader': [{ path: '/theme', admitted: '302 /' }],
  'routes/theme action': [
    { path: '/theme', form: { theme: 'dark', returnPath: '/login' }, admitted: '302 /login' },
  ],

  'routes/sign-out loader': [{ path: '/sign-out', admitted: '302 /' }],
  'routes/sign-out action': [{ path: '/sign-out', form: {}, admitted: '302 /login' }],
  'app-selection loader': [{ path: '/app-selection', admitted: '302 /' }],
  'send-confirmation loader': [{ path: '/send-confirmation', admitted: '302 /' }],

  'routes/not-found loader': [{ path: '/no-such-page', admitted: '404' }],
  'routes/not-found action': [{ path: '/no-such-page', form: {}, admitted: '404' }],
};
