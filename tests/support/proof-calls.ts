import type { Call } from './call.ts';

const survey = { workArea: 'ops', companyIndustry: 'saas', companySize: '<20', timezone: 'Etc/UTC' };

/**
 * Calls with a valid form, for actions that the other tables call with an invalid one: an invalid form is refused before
 * the check for a recent proof.
 */
export const proofCalls: Record<string, ReadonlyArray<Omit<Call, 'admitted'>>> = {
  'routes/account action': [
    { path: '/account?dialog=name', form: { intent: 'change-name', fullName: 'Ada Byron' } },
    {
      path: '/account?dialog=email',
      form: { intent: 'change-email', email: 'new@example.com', password: 'correct horse' },
    },
    {
      path: '/account?dialog=password',
      form: { intent: 'change-password', currentPassword: 'correct horse', newPassword: 'staple battery 9' },
    },
  ],
  'routes/account-security action': [
    { path: '/account/security?add=app', form: { intent: 'add-app', name: 'Phone', code: '123456' } },
  ],
  'routes/manage-export-restore action': [
    {
      path: '/manage/export/restore?backup=bkp_none',
      form: { workflowId: 'x', passphrase: 'correct horse battery staple' },
    },
  ],
  'routes/account-change-plan action': [
    { path: '/account/change-plan', form: { intent: 'checkout', plan: 'pro-1', period: 'monthly' } },
  ],
  'routes/manage-billing action': [
    {
      path: '/manage/billing',
      form: { intent: 'details', name: 'Ada', country: 'GB', postalCode: 'SW1A 1AA' },
    },
  ],
  'routes/invite-teammate action': [
    {
      path: '/invite-teammate',
      form: { 'invitations[0].email': 'alan@example.com', 'invitations[0].role': 'member' },
    },
  ],
  'api inviteMembers': [
    {
      path: '/api/account/invite-members',
      json: { invitations: [{ email: 'alan@example.com', role: 'owner' }] },
    },
  ],
  'routes/account-setup action': [{ path: '/account/setup', form: { ...survey, codingSkills: '3' } }],
  'api answerSurvey': [{ path: '/api/personalization-survey/answer', json: { ...survey, codingSkills: 3 } }],
  'routes/help action': [
    { path: '/help', form: { formKey: 'a-key-of-these-tests', subject: 'It hangs', body: 'Always.' } },
  ],
  'routes/confirm-access action': [
    { path: '/account/confirm-access', form: { intent: 'password', password: 'wrong horse' } },
  ],
};
