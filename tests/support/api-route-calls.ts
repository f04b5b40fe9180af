import type { Call, Calls } from './call.ts';
import { isChange, type Operation, operationOf } from './declared-calls.ts';
import type { Ids } from './states.ts';

/** A call of an operation, with its declared method, and its declared path unless it has parameters. */
export type ApiCall = Omit<Call, 'path' | 'method'> & Partial<Pick<Call, 'path'>>;

/** @returns the calls with path and method, by the names of their handlers. */
export function toCalls(calls: Partial<Record<Operation['id'], ApiCall[]>>): Calls {
  const named = Object.entries(calls).map(([id, ways]) => {
    const operation = operationOf(id as Operation['id']);
    const method = isChange(operation) && { method: operation.method };
    return [`api ${id}`, ways.map((way): Call => ({ path: `/api${operation.path}`, ...method, ...way }))];
  });
  return Object.fromEntries(named);
}

/** The calls of each API operation; as in page-calls.ts, no one has a workspace or a password. */
const callsByOperation: Partial<Record<Operation['id'], ApiCall[]>> = {
  getOpenApi: [{ admitted: '200' }],
  getHumanCheck: [{ admitted: '200' }],
  register: [{ json: {}, admitted: '422 invalid_form' }],
  login: [{ json: {}, admitted: '422 invalid_form' }],
  confirmAccess: [
    { as: 'with nothing', json: {}, admitted: '422 invalid_form' },
    { as: 'with a code of nobody', json: { code: '000000' }, admitted: '401 second_factor_wrong' },
  ],
  loginWithCode: [{ json: { code: 'none' }, admitted: '401 login_code_failed' }],
  logout: [{ changes: true, admitted: '204' }],
  getMe: [{ admitted: '200' }],
  confirmEmail: [{ json: { token: 'none' }, admitted: '400 confirmation_failed' }],
  resendConfirmation: [
    { admitted: ({ step }) => (step === 'confirm-email' ? '429 resend_too_soon' : '204') },
  ],
  sendMagicLink: [{ json: { email: 'nobody@example.com' }, admitted: '204' }],
  listWorkspaces: [
    { path: ({ workspaceName }) => `/api/workspace/${workspaceName}`, admitted: '200', foreign: '200' },
  ],
  getSurveyAnswer: [{ admitted: '404 survey_not_answered' }],
  answerSurvey: [{ json: {}, admitted: '422 invalid_form' }],
  selectApps: [{ json: { apps: ['n8n-nodes-base.slack'] }, admitted: '200' }],
  inviteMembers: [{ json: { emails: ['alan@example.com'] }, admitted: '204' }],
  getUserPlan: [{ admitted: '200' }],
  getFrontEndConfig: [{ admitted: '200' }],
  getInstance: [{ admitted: '404 workspace_not_found' }],
  // Only a workspace's own credential is admitted, no session.
  getCloudPlan: [{ admitted: '401 signature_invalid' }],
  getCloudUser: [{ changes: true, admitted: '401 signature_invalid' }],
  getCloudLimits: [{ admitted: '401 signature_invalid' }],
  getWorkspaceLoginCode: [
    {
      json: ({ workspaceName }: Ids) => ({ token: unsignedToken(workspaceName) }),
      admitted: '401 signature_invalid',
      foreign: '401 signature_invalid',
    },
  ],
  listVersions: [{ admitted: '404 workspace_not_found' }],
  configureInstance: [
    { json: { timezone: 'Asia/Tokyo' }, admitted: '404 workspace_not_found' },
    {
      as: 'naming an account',
      json: ({ accountId }: Ids) => ({ accountId, timezone: 'Asia/Tokyo' }),
      admitted: '422 invalid_form',
      foreign: '422 invalid_form',
    },
  ],
  restartInstance: [{ admitted: '404 workspace_not_found' }],
  goBack: [{ admitted: '404 workspace_not_found' }],
  listHeldWebhooks: [{ admitted: '404 workspace_not_found' }],
  getHeldWebhook: [{ path: '/api/instance/held-webhooks/hld_none', admitted: '404 held_request_not_found' }],
  getWebhookQueue: [{ admitted: '404 workspace_not_found' }],
  changeWebhookQueue: [{ json: { paused: true }, admitted: '404 workspace_not_found' }],
  replayHeldWebhooks: [
    { json: { path: '/webhook/a' }, admitted: '404 held_request_not_found' },
    { as: 'nothing', json: {}, admitted: '422 invalid_form' },
  ],
  dropHeldWebhooks: [{ json: { ids: ['hld_none'] }, admitted: '404 held_request_not_found' }],
  getInstanceUrl: [{ admitted: '404 workspace_not_found' }],
  getUsedLimits: [{ admitted: '404 workspace_not_found' }],
  getUsage: [{ admitted: '404 workspace_not_found' }],
  listExecutions: [{ admitted: '404 workspace_not_found' }],
  hasBackups: [{ admitted: '404 backup_not_found' }],
  beginExport: [{ admitted: '404 workspace_not_found' }],
  getExport: [{ path: '/api/export/bkp_none', admitted: '404 workspace_not_found' }],
};

export const apiCalls: Calls = {
  ...toCalls(callsByOperation),
  'worker liveStatus': [{ path: '/api/instance/live', admitted: '415 unsupported_media_type' }],
  'api unknown call loader': [{ path: '/api/no-such-call', admitted: '404 call_not_found' }],
  'api unknown call action': [{ path: '/api/no-such-call', method: 'PUT', admitted: '404 call_not_found' }],
};

/** A workspace's call for a login code, without a valid signature. */
function unsignedToken(workspace: string): string {
  const claims = Buffer.from(JSON.stringify({ workspace })).toString('base64url');
  return `${claims}.${Buffer.from('signature').toString('base64url')}`;
}
