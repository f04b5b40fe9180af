import { type Calls, otherMethod } from './call.ts';
import type { Ids } from './states.ts';

/** How every loader and action of the API is called; as in page-calls.ts, nobody has a workspace or a password. */
export const apiCalls: Calls = {
  'routes/api/openapi loader': [{ path: '/api/openapi.json', admitted: '200' }],
  'routes/api/openapi action': otherMethod('/api/openapi.json', 'POST'),
  'routes/api/human-check loader': [{ path: '/api/human-check', admitted: '200' }],
  'routes/api/human-check action': otherMethod('/api/human-check', 'POST'),
  'routes/api/auth-register loader': otherMethod('/api/auth/register', 'GET'),
  'routes/api/auth-register action': [{ path: '/api/auth/register', json: {}, admitted: '422 invalid_form' }],
  'routes/api/auth-login loader': otherMethod('/api/auth/login', 'GET'),
  'routes/api/auth-login action': [{ path: '/api/auth/login', json: {}, admitted: '422 invalid_form' }],
  'routes/api/auth-confirm-access loader': otherMethod('/api/auth/confirm-access', 'GET'),
  'routes/api/auth-confirm-access action': [
    {
      as: 'with nothing',
      ...{ path: '/api/auth/confirm-access', json: {} },
      admitted: '422 invalid_form',
    },
    {
      as: 'with a code of nobody',
      ...{ path: '/api/auth/confirm-access', json: { code: '000000' } },
      admitted: '401 second_factor_wrong',
    },
  ],
  'routes/api/auth-login-code loader': otherMethod('/api/auth/login/code', 'GET'),
  'routes/api/auth-login-code action': [
    { path: '/api/auth/login/code', json: { code: 'none' }, admitted: '401 login_code_failed' },
  ],
  'routes/api/auth-logout loader': [{ path: '/api/auth/logout', changes: true, admitted: '204' }],
  'routes/api/auth-logout action': otherMethod('/api/auth/logout', 'POST'),
  'routes/api/auth-me loader': [{ path: '/api/auth/me', admitted: '200' }],
  'routes/api/auth-me action': otherMethod('/api/auth/me', 'PUT'),
  'routes/api/auth-confirm-email loader': otherMethod('/api/auth/confirm-email', 'GET'),
  'routes/api/auth-confirm-email action': [
    { path: '/api/auth/confirm-email', json: { token: 'none' }, admitted: '400 confirmation_failed' },
  ],
  'routes/api/auth-resend-confirmation loader': otherMethod('/api/auth/resend-confirmation', 'GET'),
  'routes/api/auth-resend-confirmation action': [
    {
      path: '/api/auth/resend-confirmation',
      admitted: ({ step }) => (step === 'confirm-email' ? '429 resend_too_soon' : '204'),
    },
  ],
  'routes/api/user-magic-link loader': otherMethod('/api/user/magic-link', 'GET'),
  'routes/api/user-magic-link action': [
    { path: '/api/user/magic-link', json: { email: 'nobody@example.com' }, admitted: '204' },
  ],
  'routes/api/workspace-list loader': [
    { path: ({ workspaceName }) => `/api/workspace/${workspaceName}`, admitted: '200', foreign: '200' },
  ],
  'routes/api/workspace-list action': otherMethod('/api/workspace/acme', 'POST'),
  'routes/api/survey-answer loader': [
    { path: '/api/personalization-survey/answer', admitted: '404 survey_not_answered' },
  ],
  'routes/api/survey-answer action': [
    { path: '/api/personalization-survey/answer', json: {}, admitted: '422 invalid_form' },
  ],
  'routes/api/account-selected-apps loader': otherMethod('/api/account/selected-apps', 'GET'),
  'routes/api/account-selected-apps action': [
    { path: '/api/account/selected-apps', json: { apps: ['n8n-nodes-base.slack'] }, admitted: '200' },
  ],
  'routes/api/account-invite-members loader': otherMethod('/api/account/invite-members', 'GET'),
  'routes/api/account-invite-members action': [
    { path: '/api/account/invite-members', json: { emails: ['alan@example.com'] }, admitted: '204' },
  ],
  'routes/api/user-plan loader': [{ path: '/api/user/plan', admitted: '200' }],
  'routes/api/user-plan action': otherMethod('/api/user/plan', 'PATCH'),
  'routes/api/fe-config loader': [{ path: '/api/fe/config', admitted: '200' }],
  'routes/api/fe-config action': otherMethod('/api/fe/config', 'POST'),
  'routes/api/instance loader': [{ path: '/api/instance', admitted: '404 workspace_not_found' }],
  'routes/api/instance action': otherMethod('/api/instance', 'DELETE'),
  // A workspace's own credential lets in, and nobody's session does.
  'routes/api/cloud-plan loader': [{ path: '/api/cloud/plan', admitted: '401 signature_invalid' }],
  'routes/api/cloud-plan action': otherMethod('/api/cloud/plan', 'POST'),
  'routes/api/cloud-user loader': [
    { path: '/api/cloud/user', changes: true, admitted: '401 signature_invalid' },
  ],
  'routes/api/cloud-user action': otherMethod('/api/cloud/user', 'PUT'),
  'routes/api/workspace-login-code loader': otherMethod('/api/workspace/login-code', 'GET'),
  'routes/api/workspace-login-code action': [
    {
      path: '/api/workspace/login-code',
      json: ({ workspaceName }: Ids) => ({ token: unsignedToken(workspaceName) }),
      ...{ admitted: '401 signature_invalid', foreign: '401 signature_invalid' },
    },
  ],
  'routes/api/instance-versions loader': [
    { path: '/api/instance/n8n-versions', admitted: '404 workspace_not_found' },
  ],
  'routes/api/instance-versions action': otherMethod('/api/instance/n8n-versions', 'POST'),
  'routes/api/instance-configuration loader': otherMethod('/api/instance/configuration', 'GET'),
  'routes/api/instance-configuration action': [
    {
      ...{ path: '/api/instance/configuration', method: 'PUT' },
      ...{ json: { timezone: 'Asia/Tokyo' }, admitted: '404 workspace_not_found' },
    },
    {
      as: 'naming an account',
      ...{ path: '/api/instance/configuration', method: 'PUT' },
      json: ({ accountId }: Ids) => ({ accountId, timezone: 'Asia/Tokyo' }),
      ...{ admitted: '422 invalid_form', foreign: '422 invalid_form' },
    },
  ],
  'routes/api/instance-restart loader': otherMethod('/api/instance/restart', 'GET'),
  'routes/api/instance-restart action': [
    { path: '/api/instance/restart', method: 'PUT', admitted: '404 workspace_not_found' },
  ],
  'routes/api/instance-url loader': [{ path: '/api/instance/url', admitted: '404 workspace_not_found' }],
  'routes/api/instance-url action': otherMethod('/api/instance/url', 'PATCH'),
  'routes/api/instance-used-limits loader': [
    { path: '/api/instance/used-limits', admitted: '404 workspace_not_found' },
  ],
  'routes/api/instance-used-limits action': otherMethod('/api/instance/used-limits', 'POST'),
  'routes/api/export-has-backups loader': [
    { path: '/api/export/has-backups', admitted: '404 backup_not_found' },
  ],
  'routes/api/export-has-backups action': otherMethod('/api/export/has-backups', 'POST'),
  'routes/api/export-workflows loader': otherMethod('/api/export/workflows', 'GET'),
  'routes/api/export-workflows action': [
    { path: '/api/export/workflows', admitted: '404 workspace_not_found' },
  ],
  'routes/api/export-archive loader': [{ path: '/api/export/bkp_none', admitted: '404 workspace_not_found' }],
  'routes/api/export-archive action': otherMethod('/api/export/bkp_none', 'DELETE'),
  'routes/api/not-found loader': [{ path: '/api/no-such-call', admitted: '404 not_found' }],
  'routes/api/not-found action': [{ path: '/api/no-such-call', method: 'PUT', admitted: '404 not_found' }],
};

/** A workspace's call for a login code, signed by nobody. */
function unsignedToken(workspace: string): string {
  const claims = Buffer.from(JSON.stringify({ workspace })).toString('base64url');
  return `${claims}.${Buffer.from('signature').toString('base64url')}`;
}
