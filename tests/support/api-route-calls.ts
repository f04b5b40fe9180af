import type { Calls } from './call.ts';
import type { Ids } from './states.ts';

/** The calls of each API operation; as in page-calls.ts, nobody has a workspace or a password. */
export const apiCalls: Calls = {
  'api getOpenApi': [{ path: '/api/openapi.json', admitted: '200' }],
  'api getHumanCheck': [{ path: '/api/human-check', admitted: '200' }],
  'api register': [{ path: '/api/auth/register', json: {}, admitted: '422 invalid_form' }],
  'api login': [{ path: '/api/auth/login', json: {}, admitted: '422 invalid_form' }],
  'api confirmAccess': [
    {
      as: 'with nothing',
      path: '/api/auth/confirm-access',
      json: {},
      admitted: '422 invalid_form',
    },
    {
      as: 'with a code of nobody',
      path: '/api/auth/confirm-access',
      json: { code: '000000' },
      admitted: '401 second_factor_wrong',
    },
  ],
  'api loginWithCode': [
    { path: '/api/auth/login/code', json: { code: 'none' }, admitted: '401 login_code_failed' },
  ],
  'api logout': [{ path: '/api/auth/logout', changes: true, admitted: '204' }],
  'api getMe': [{ path: '/api/auth/me', admitted: '200' }],
  'api confirmEmail': [
    { path: '/api/auth/confirm-email', json: { token: 'none' }, admitted: '400 confirmation_failed' },
  ],
  'api resendConfirmation': [
    {
      path: '/api/auth/resend-confirmation',
      admitted: ({ step }) => (step === 'confirm-email' ? '429 resend_too_soon' : '204'),
    },
  ],
  'api sendMagicLink': [
    { path: '/api/user/magic-link', json: { email: 'nobody@example.com' }, admitted: '204' },
  ],
  'api listWorkspaces': [
    { path: ({ workspaceName }) => `/api/workspace/${workspaceName}`, admitted: '200', foreign: '200' },
  ],
  'api getSurveyAnswer': [
    { path: '/api/personalization-survey/answer', admitted: '404 survey_not_answered' },
  ],
  'api answerSurvey': [
    { path: '/api/personalization-survey/answer', json: {}, admitted: '422 invalid_form' },
  ],
  'api selectApps': [
    { path: '/api/account/selected-apps', json: { apps: ['n8n-nodes-base.slack'] }, admitted: '200' },
  ],
  'api inviteMembers': [
    { path: '/api/account/invite-members', json: { emails: ['alan@example.com'] }, admitted: '204' },
  ],
  'api getUserPlan': [{ path: '/api/user/plan', admitted: '200' }],
  'api getFrontEndConfig': [{ path: '/api/fe/config', admitted: '200' }],
  'api getInstance': [{ path: '/api/instance', admitted: '404 workspace_not_found' }],
  // Only a workspace's own credential is admitted, no session.
  'api getCloudPlan': [{ path: '/api/cloud/plan', admitted: '401 signature_invalid' }],
  'api getCloudUser': [{ path: '/api/cloud/user', changes: true, admitted: '401 signature_invalid' }],
  'worker liveStatus': [{ path: '/api/instance/live', admitted: '415 unsupported_media_type' }],
  'api getCloudLimits': [{ path: '/api/cloud/limits', admitted: '401 signature_invalid' }],
  'api getWorkspaceLoginCode': [
    {
      path: '/api/workspace/login-code',
      json: ({ workspaceName }: Ids) => ({ token: unsignedToken(workspaceName) }),
      admitted: '401 signature_invalid',
      foreign: '401 signature_invalid',
    },
  ],
  'api listVersions': [{ path: '/api/instance/n8n-versions', admitted: '404 workspace_not_found' }],
  'api configureInstance': [
    {
      path: '/api/instance/configuration',
      method: 'PUT',
      json: { timezone: 'Asia/Tokyo' },
      admitted: '404 workspace_not_found',
    },
    {
      as: 'naming an account',
      path: '/api/instance/configuration',
      method: 'PUT',
      json: ({ accountId }: Ids) => ({ accountId, timezone: 'Asia/Tokyo' }),
      admitted: '422 invalid_form',
      foreign: '422 invalid_form',
    },
  ],
  'api restartInstance': [
    { path: '/api/instance/restart', method: 'PUT', admitted: '404 workspace_not_found' },
  ],
  'api goBack': [{ path: '/api/instance/go-back', method: 'PUT', admitted: '404 workspace_not_found' }],
  'api listHeldWebhooks': [{ path: '/api/instance/held-webhooks', admitted: '404 workspace_not_found' }],
  'api getHeldWebhook': [
    { path: '/api/instance/held-webhooks/hld_none', admitted: '404 held_request_not_found' },
  ],
  'api getWebhookQueue': [{ path: '/api/instance/webhook-queue', admitted: '404 workspace_not_found' }],
  'api changeWebhookQueue': [
    {
      path: '/api/instance/webhook-queue',
      method: 'PUT',
      json: { paused: true },
      admitted: '404 workspace_not_found',
    },
  ],
  'api replayHeldWebhooks': [
    {
      path: '/api/instance/webhook-queue/replay',
      json: { path: '/webhook/a' },
      admitted: '404 held_request_not_found',
    },
    {
      as: 'nothing',
      path: '/api/instance/webhook-queue/replay',
      json: {},
      admitted: '422 invalid_form',
    },
  ],
  'api dropHeldWebhooks': [
    {
      path: '/api/instance/webhook-queue/drop',
      json: { ids: ['hld_none'] },
      admitted: '404 held_request_not_found',
    },
  ],
  'api getInstanceUrl': [{ path: '/api/instance/url', admitted: '404 workspace_not_found' }],
  'api getUsedLimits': [{ path: '/api/instance/used-limits', admitted: '404 workspace_not_found' }],
  'api getUsage': [{ path: '/api/instance/usage', admitted: '404 workspace_not_found' }],
  'api listExecutions': [{ path: '/api/instance/executions', admitted: '404 workspace_not_found' }],
  'api hasBackups': [{ path: '/api/export/has-backups', admitted: '404 backup_not_found' }],
  'api beginExport': [{ path: '/api/export/workflows', admitted: '404 workspace_not_found' }],
  'api getExport': [{ path: '/api/export/bkp_none', admitted: '404 workspace_not_found' }],
  'api unknown call loader': [{ path: '/api/no-such-call', admitted: '404 call_not_found' }],
  'api unknown call action': [{ path: '/api/no-such-call', method: 'PUT', admitted: '404 call_not_found' }],
};

/** A workspace's call for a login code, without a valid signature. */
function unsignedToken(workspace: string): string {
  const claims = Buffer.from(JSON.stringify({ workspace })).toString('base64url');
  return `${claims}.${Buffer.from('signature').toString('base64url')}`;
}
