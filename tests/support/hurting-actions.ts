/** A call that a stolen session must not get through without a recent proof of who asks. */
export interface HurtingCall {
  path: string;
  /** Of a page. */
  form?: Record<string, string>;
  /** Of the API. */
  json?: unknown;
  method?: 'PATCH';
}

const api = (path: string, json: unknown, method?: 'PATCH'): HurtingCall => ({
  ...{ path: `/api${path}`, json },
  ...(method && { method }),
});
const plan = { planId: 'pro-2', period: 'monthly', chargeNow: true };
const quota = { executions: 20_000, activeWorkflows: 20, chargeNow: true };

/**
 * Every action of the portal by its route's file and intent (`-` for a form that has none): a call where it hurts, a
 * reason where it is harmless. A person reads and reviews this table; hurting-actions.test.ts holds it to the routes.
 */
export const actions: Record<string, HurtingCall | string> = {
  'account change-email': {
    path: '/account?dialog=email',
    form: { intent: 'change-email', email: 'new@example.com', password: 'correct horse' },
  },
  'account change-password': {
    path: '/account?dialog=password',
    form: { intent: 'change-password', presentPassword: 'correct horse', newPassword: 'staple battery' },
  },
  'account end-session': { path: '/account', form: { intent: 'end-session', sessionId: 'ses_1' } },
  'account end-other-sessions': { path: '/account', form: { intent: 'end-other-sessions' } },
  'account switch-account': 'Moves this session to another account that the person belongs to.',

  'account-security add-app': {
    path: '/account/security?add=app',
    form: { intent: 'add-app', name: 'Phone', code: '123456' },
  },
  'account-security add-passkey': {
    path: '/account/security?add=passkey',
    form: { intent: 'add-passkey', name: 'Laptop', answer: '{}' },
  },
  'account-security replace-codes': { path: '/account/security', form: { intent: 'replace-codes' } },
  'account-security remove-app': {
    path: '/account/security',
    form: { intent: 'remove-app', factorId: 'fac_1' },
  },
  'account-security remove-passkey': {
    path: '/account/security',
    form: { intent: 'remove-passkey', factorId: 'fac_1' },
  },
  'account-security forget-browser': 'Takes an exception away and gives nothing.',

  'account-members change-role': {
    path: '/account/members',
    form: { intent: 'change-role', userId: 'usr_1', role: 'owner' },
  },
  'account-members remove-member': {
    path: '/account/members',
    form: { intent: 'remove-member', userId: 'usr_1' },
  },
  'account-members require-second-factor': {
    path: '/account/members',
    form: { intent: 'require-second-factor' },
  },
  'account-members make-second-factor-optional': {
    path: '/account/members',
    form: { intent: 'make-second-factor-optional' },
  },
  'account-members resend-invitation': 'Sends a mail to somebody who was invited with a proof.',
  'account-members revoke-invitation': 'Takes a chance to join away and gives nothing.',
  'invite-teammate -': {
    path: '/invite-teammate',
    form: { 'invitations[0].email': 'a@example.com', 'invitations[0].role': 'owner' },
  },
  'invite-teammate skip': 'Goes on in the set-up without inviting anybody.',
  'api/account-invite-members -': api('/account/invite-members', {
    invitations: [{ email: 'a@example.com', role: 'owner' }],
  }),

  'account-tokens create': {
    path: '/account/tokens',
    form: { intent: 'create', name: 'Script', lifetime: '30', scopes: 'workspace:view' },
  },
  'account-tokens revoke': 'Takes a token’s rights away and gives nothing.',

  'account-change-plan change': {
    path: '/account/change-plan',
    form: { intent: 'change', plan: 'pro-2', period: 'monthly', charge: 'now' },
  },
  'account-change-plan checkout': 'Begins a payment by a card that has yet to be entered.',
  'manage-billing change-card': { path: '/manage/billing', form: { intent: 'change-card' } },
  'manage-billing resubscribe': { path: '/manage/billing', form: { intent: 'resubscribe' } },
  'manage-billing cancel': {
    path: '/manage/billing',
    form: { intent: 'cancel', workspaceName: 'acme' },
  },
  'manage-billing details': {
    path: '/manage/billing',
    form: { intent: 'details', name: 'Ada', country: 'GB', postalCode: 'SW1A 1AA' },
  },
  'api/account-change -': api('/account/plan/change', plan),
  'api/account-custom -': api('/account/plan/change/custom', quota, 'PATCH'),
  'api/account-change-preview -': 'Says what a change would cost.',
  'api/account-custom-preview -': 'Says what a change would cost.',
  'api/account-complete-checkout -': 'Asks whether a payment has arrived.',
  'api/paddle-pay-link -': 'Begins a payment by a card that has yet to be entered.',

  'account-launching -': 'A step of the set-up.',
  'account-setup -': 'A step of the set-up.',
  'account-setup apps': 'A step of the set-up.',
  'api/account-selected-apps -': 'A step of the set-up.',
  'api/survey-answer -': 'A step of the set-up.',
  'close-banner -': 'Hides a banner.',
  'consent -': 'Notes what may be counted.',
  'help -': 'Asks support.',
  'dashboard -': 'Opens the workspace, which the session may do anyway.',
  'manage -': 'Settings of the workspace, which its operators change daily.',
  'manage restart': 'The workspace comes back by itself.',
  'api/instance-configuration -': 'Settings of the workspace, which its operators change daily.',
  'api/instance-restart -': 'The workspace comes back by itself.',
  'manage-export -': 'Refused: the form has an intent.',
  'manage-export back-up': 'Adds a backup.',
  'manage-export-upload -': 'Adds an archive.',
  'manage-export-restore -': 'Changes workflows alone, as everybody does who may open the workspace.',
  'api/export-workflows -': 'Adds a backup.',

  'confirm-access -': 'Refused: the form has an intent.',
  'confirm-access code': 'The proof itself.',
  'confirm-access passkey': 'The proof itself.',
  'confirm-access password': 'The proof itself.',
  'api/auth-confirm-access -': 'The proof itself.',

  'sign-out -': 'Ends this session.',
  'not-found -': 'Does nothing.',
  'login -': 'Takes a password.',
  'login passkey': 'Takes a passkey.',
  'second-factor code': 'Takes a second factor.',
  'second-factor passkey': 'Takes a second factor.',
  'second-factor lost': 'Sends a mail, and removes nothing for a day.',
  'second-factor-remove -': 'Takes a mailed link.',
  'second-factor-keep -': 'Takes a mailed link.',
  'register -': 'Takes a new account’s details.',
  'confirm-email -': 'Takes a mailed link.',
  'confirm-email resend': 'Sends a mail to the person’s own address.',
  'magic-link -': 'Sends a mail, or takes its link.',
  'forgot-password -': 'Sends a mail.',
  'reset-password -': 'Takes a mailed link.',
  'change-email -': 'Takes a mailed link, which a proof was needed for.',
  'invitation -': 'Takes a mailed link.',
  'api/auth-confirm-email -': 'Takes a mailed link.',
  'api/auth-login -': 'Takes a password, and a second factor.',
  'api/auth-login-code -': 'Takes a code in a browser that its person has used.',
  'api/auth-register -': 'Takes a new account’s details.',
  'api/auth-resend-confirmation -': 'Sends a mail to the person’s own address.',
  'api/user-magic-link -': 'Sends a mail.',
  'api/workspace-login-code -': 'Takes a workspace’s own signature.',
};

/** The calls that hurt, by name. */
export const hurtingCalls = Object.entries(actions).flatMap(([name, call]) =>
  typeof call === 'string' ? [] : [{ name, ...call }],
);
