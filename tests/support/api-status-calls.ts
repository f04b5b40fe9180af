import type { Client } from '@libsql/client';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { call, post, unwrap } from './api-calls.ts';
import type { ApiPeople } from './api-status-people.ts';
import { askWorkspace, openWorkspace } from './ask-workspace.ts';
import { cloudCredential } from './cloud-credentials.ts';
import type { Operation } from './declared-calls.ts';
import { sendWebhook } from './held-calls.ts';
import { setUpOwner } from './people.ts';
import {
  eventually,
  newAddress,
  PortalClient,
  registrationFields,
  type TestPortal,
} from './portal-client.ts';
import { expireLink, one, setCounter } from './rows.ts';
import { advanceClock, untilOnline } from './set-up.ts';

export interface StatusWorld extends ApiPeople {
  portal: TestPortal & { workspaceMasterKey: string };
  database: Client;
}
type Reach = (world: StatusWorld) => Promise<Response>;

const get = (client: PortalClient, path: string, headers?: Record<string, string>) =>
  call(client, 'GET', path, undefined, headers);
const head = (client: PortalClient, path: string) => call(client, 'HEAD', path);
const put = (client: PortalClient, path: string, body?: unknown) => call(client, 'PUT', path, body);
/** The version of new workspaces in the sandbox, and the next one. */
const VERSION = '2.40.7';
const NEXT = '2.41.3';

const stranger = ({ portal }: StatusWorld) => new PortalClient(portal);

/** A login code from a workspace's "Open admin panel", and a browser in which its owner signed in before. */
async function codeAndBrowser({ online, owner, portal }: StatusWorld) {
  const { cookie } = await openWorkspace(online, owner.accountName);
  const { location } = await askWorkspace(portal, owner.accountName, '/weft/admin-panel', {
    method: 'POST',
    headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
  });
  const browser = new PortalClient(portal);
  await browser.post('/login', { login: owner.accountName, password: owner.password });
  return { code: new URL(location).searchParams.get('code') ?? '', browser };
}

const asWorkspace = (path: string, id: 'onlineId' | 'plainId' | 'startingId', claims?: object): Reach =>
  async function ask(world) {
    const bearer = await cloudCredential(world.portal.workspaceMasterKey, world[id], { ...claims });
    return get(stranger(world), path, { Authorization: `Bearer ${bearer}` });
  };

const ofPerson = (email: string) => ({ purpose: 'cloud-user', email });

/** A change of plan or quota, by a person who can pay and by one who cannot. */
function changes(id: 'previewPlanChange' | 'changePlan' | 'previewQuotaChange' | 'changeQuota') {
  const isPlan = id.endsWith('PlanChange') || id === 'changePlan';
  const base = isPlan ? '/account/plan/change' : '/account/plan/change/custom';
  const path = id.startsWith('preview') ? `${base}/preview` : base;
  const ask = (client: PortalClient, chargeNow: boolean) =>
    call(client, id === 'changeQuota' ? 'PATCH' : 'POST', path, {
      ...(isPlan ? { planId: 'pro-1', period: 'monthly' } : { executions: 20_000, activeWorkflows: 20 }),
      chargeNow,
    });
  return {
    [`${id} 200`]: ({ paying }: StatusWorld) => ask(paying.client, true),
    [`${id} 404`]: ({ plain }: StatusWorld) => ask(plain.client, true),
    [`${id} 409`]: ({ pastDue }: StatusWorld) => ask(pastDue, true),
    [`${id} 502`]: ({ unknownToPaddle }: StatusWorld) => ask(unknownToPaddle, true),
    ...(!id.startsWith('preview') && {
      [`${id} 402`]: ({ declining }: StatusWorld) => ask(declining.client, true),
    }),
  };
}

/** Sends a webhook, which is held because its workspace is starting. @returns its id. */
async function held({ portal, startingName }: StatusWorld): Promise<string> {
  const { answer } = await sendWebhook({ portal }, startingName, { path: '/webhook/orders', body: '1' });
  if (!answer.held) throw new Error(`Not held: ${JSON.stringify(answer)}`);
  return answer.held;
}

const selectHeld = ({ starting }: StatusWorld, what: 'replay' | 'drop', id: string) =>
  post(starting, `/instance/webhook-queue/${what}`, { ids: [id] });

const survey = {
  workArea: 'ops',
  codingSkills: 3,
  companyIndustry: 'saas',
  companySize: '<20',
  timezone: 'Etc/UTC',
};

/** How each answer specific to a call is reached; the test itself has the answers common to a kind of calls. */
export const statusCalls: Record<string, Reach> = {
  'getMe 200': ({ online }) => get(online, '/auth/me'),
  'register 201': async (world) => {
    const client = stranger(world);
    const humanCheck = await client.humanCheck();
    return post(client, '/auth/register', registrationFields({ humanCheck }));
  },
  'login 200': (world) => {
    const { accountName, password } = world.owner;
    return post(stranger(world), '/auth/login', { login: accountName, password });
  },
  'login 401': (world) => post(stranger(world), '/auth/login', { login: 'nobody-here', password: 'wrong' }),
  // The owner has no second factor, so their password is the proof.
  'confirmAccess 204': (world) =>
    post(world.plain.client, '/auth/confirm-access', { password: world.plain.fields.password }),
  'loginWithCode 200': async (world) => {
    const { code, browser } = await codeAndBrowser(world);
    return post(browser, '/auth/login/code', { code });
  },
  'loginWithCode 401': (world) => post(stranger(world), '/auth/login/code', { code: 'guess' }),
  'resendConfirmation 204': ({ plain }) => post(plain.client, '/auth/resend-confirmation'),
  'confirmEmail 200': async (world) => {
    const client = stranger(world);
    const { fields } = await client.register();
    return post(client, '/auth/confirm-email', { token: await client.confirmationToken(fields.email) });
  },
  'confirmEmail 403': async (world) => {
    const client = stranger(world);
    const { fields } = await client.register();
    const token = await client.confirmationToken(fields.email);
    return post(stranger(world), '/auth/confirm-email', { token });
  },
  'confirmEmail 409': async (world) => {
    const [first, second] = [stranger(world), stranger(world)];
    const { fields } = await first.register();
    const token = await first.confirmationToken(fields.email);
    const { fields: other } = await second.register({ email: fields.email, confirmEmail: fields.email });
    const all = await eventually(async () => {
      const mails = (await second.mails(other.email)).filter(({ subject }) => /Confirm your/.test(subject));
      return mails.length === 2 && mails;
    });
    await post(first, '/auth/confirm-email', { token });
    const tokens = all.map(({ text }) => text.match(/[?&]token=([\w-]+)/)?.[1]);
    return post(stranger(world), '/auth/confirm-email', { token: tokens.find((one) => one !== token) });
  },
  'confirmEmail 410': async (world) => {
    const client = stranger(world);
    const { fields } = await client.register();
    const token = await client.confirmationToken(fields.email);
    await expireLink(world.database, token);
    return post(client, '/auth/confirm-email', { token });
  },
  'sendMagicLink 204': (world) => post(stranger(world), '/user/magic-link', { email: 'nobody@example.com' }),
  'logout 204': (world) => get(stranger(world), '/auth/logout'),
  'logout 403': (world) => get(stranger(world), '/auth/logout', { 'Sec-Fetch-Site': 'cross-site' }),
  'getSurveyAnswer 200': ({ online }) => get(online, '/personalization-survey/answer'),
  'getSurveyAnswer 404': ({ starting }) => get(starting, '/personalization-survey/answer'),
  'answerSurvey 204': ({ plain }) => post(plain.client, '/personalization-survey/answer', survey),
  'selectApps 200': ({ plain }) =>
    post(plain.client, '/account/selected-apps', { apps: ['n8n-nodes-base.slack'] }),
  'inviteMembers 204': ({ plain }) =>
    post(plain.client, '/account/invite-members', { emails: [newAddress()] }),
  'listWorkspaces 200': ({ online, owner }) => get(online, `/workspace/${owner.accountName}`),
  'getInstance 200': ({ online }) => get(online, '/instance'),
  'getInstance 404': ({ plain }) => get(plain.client, '/instance'),
  'getUsedLimits 200': ({ online }) => get(online, '/instance/used-limits'),
  'getUsedLimits 404': ({ plain }) => get(plain.client, '/instance/used-limits'),
  'getUsage 200': ({ online }) => get(online, '/instance/usage'),
  'getUsage 404': ({ plain }) => get(plain.client, '/instance/usage'),
  'listExecutions 200': ({ online }) => get(online, '/instance/executions'),
  'listExecutions 404': ({ plain }) => get(plain.client, '/instance/executions'),
  'listExecutions 409': ({ starting }) => get(starting, '/instance/executions'),
  'getInstanceUrl 200': ({ online }) => get(online, '/instance/url'),
  'getInstanceUrl 404': ({ plain }) => get(plain.client, '/instance/url'),
  'getInstanceUrl 409': ({ starting }) => get(starting, '/instance/url'),
  'listVersions 200': ({ online }) => get(online, '/instance/n8n-versions'),
  'listVersions 404': ({ plain }) => get(plain.client, '/instance/n8n-versions'),
  'configureInstance 202': ({ online }) => put(online, '/instance/configuration', {}),
  'configureInstance 404': ({ plain }) => put(plain.client, '/instance/configuration', {}),
  'goBack 404': ({ plain }) => put(plain.client, '/instance/go-back'),
  'goBack 409': ({ online }) => put(online, '/instance/go-back'),
  'restartInstance 404': ({ plain }) => put(plain.client, '/instance/restart'),
  'restartInstance 409': ({ starting }) => put(starting, '/instance/restart'),
  'listHeldWebhooks 200': ({ online }) => get(online, '/instance/held-webhooks?path=/webhook/orders'),
  'listHeldWebhooks 404': ({ plain }) => get(plain.client, '/instance/held-webhooks'),
  'getHeldWebhook 200': async (world) => get(world.starting, `/instance/held-webhooks/${await held(world)}`),
  'getHeldWebhook 404': ({ online }) => get(online, '/instance/held-webhooks/hld_none'),
  'getWebhookQueue 200': ({ online }) => get(online, '/instance/webhook-queue'),
  'getWebhookQueue 404': ({ plain }) => get(plain.client, '/instance/webhook-queue'),
  'changeWebhookQueue 200': ({ online }) => put(online, '/instance/webhook-queue', { order: 'behind' }),
  'changeWebhookQueue 404': ({ plain }) => put(plain.client, '/instance/webhook-queue', { paused: true }),
  'replayHeldWebhooks 202': async (world) => selectHeld(world, 'replay', await held(world)),
  'replayHeldWebhooks 404': (world) => selectHeld(world, 'replay', 'hld_none'),
  'replayHeldWebhooks 410': async (world) => {
    const id = await held(world);
    await unwrap(selectHeld(world, 'drop', id));
    return selectHeld(world, 'replay', id);
  },
  'dropHeldWebhooks 200': async (world) => selectHeld(world, 'drop', await held(world)),
  'dropHeldWebhooks 404': (world) => selectHeld(world, 'drop', 'hld_none'),
  'hasBackups 204': ({ online }) => head(online, '/export/has-backups'),
  'hasBackups 404': ({ plain }) => head(plain.client, '/export/has-backups'),
  'beginExport 202': ({ online }) => post(online, '/export/workflows'),
  'beginExport 404': ({ plain }) => post(plain.client, '/export/workflows'),
  'beginExport 409': ({ starting }) => post(starting, '/export/workflows'),
  'getExport 200': ({ online, backupId }) => get(online, `/export/${backupId}`),
  'getExport 404': ({ online }) => get(online, '/export/bkp_none'),
  // The backup may be complete before the request.
  'getExport 409': ({ online }) =>
    eventually(async () => {
      const { id } = (await (await post(online, '/export/workflows')).json()) as { id: string };
      const answer = await get(online, `/export/${id}`);
      return answer.status === 409 && answer;
    }),
  'hasActiveBilling 204': ({ paying }) => head(paying.client, '/account/billing/active'),
  'hasActiveBilling 404': ({ plain }) => head(plain.client, '/account/billing/active'),
  'listPayments 200': ({ paying }) => get(paying.client, '/account/payments'),
  'listTransactions 200': ({ paying }) => get(paying.client, '/account/transactions?limit=1'),
  'getPaymentInformation 200': ({ paying }) => get(paying.client, '/account/payment-information'),
  'getPaymentInformation 404': ({ plain }) => get(plain.client, '/account/payment-information'),
  'getNextPayment 200': ({ paying }) => get(paying.client, '/account/plan/next-payment'),
  'getNextPayment 404': ({ plain }) => get(plain.client, '/account/plan/next-payment'),
  'getNextPayment 503': ({ unknownToPaddle }) => get(unknownToPaddle, '/account/plan/next-payment'),
  ...changes('previewPlanChange'),
  ...changes('changePlan'),
  ...changes('previewQuotaChange'),
  ...changes('changeQuota'),
  'getAtLimit 200': ({ paying }) => get(paying.client, '/account/plan/at-limit'),
  'changeAtLimit 200': ({ paying }) =>
    call(paying.client, 'PUT', '/account/plan/at-limit', { atLimit: 'hold' }),
  'changeAtLimit 404': ({ plain }) =>
    call(plain.client, 'PUT', '/account/plan/at-limit', { atLimit: 'hold' }),
  'changeAtLimit 409': ({ pastDue }) =>
    call(pastDue, 'PUT', '/account/plan/at-limit', {
      atLimit: 'run_on',
      maxThousands: 10,
      unitAmount: 800,
      currency: 'USD',
    }),
  // Before its plan changes.
  'completeCheckout 204': ({ declining }) =>
    post(declining.client, '/account/complete-checkout', { planId: 'starter' }),
  'completeCheckout 409': ({ plain }) =>
    post(plain.client, '/account/complete-checkout', { planId: 'pro-1' }),
  'getUserPlan 200': ({ plain }) => get(plain.client, '/user/plan'),
  'listPlans 200': (world) => get(stranger(world), '/v1/paddle/plans'),
  'getPlan 200': (world) => get(stranger(world), `/v1/paddle/plan/${world.price}`),
  'getPlan 404': (world) => get(stranger(world), '/v1/paddle/plan/pri_none'),
  'generatePayLink 200': ({ plain, price }) => post(plain.client, `/v1/paddle/plan/${price}/generatePayLink`),
  'generatePayLink 404': ({ plain }) => post(plain.client, '/v1/paddle/plan/pri_none/generatePayLink'),
  'generatePayLink 409': ({ paying, price }) =>
    post(paying.client, `/v1/paddle/plan/${price}/generatePayLink`),
  'getWorkspaceLoginCode 200': async (world) => {
    const { accountName, email } = world.owner;
    const claims = { purpose: 'login-code', workspace: accountName, email };
    const token = await cloudCredential(world.portal.workspaceMasterKey, world.onlineId, claims);
    return post(stranger(world), '/workspace/login-code', { token });
  },
  'getWorkspaceLoginCode 401': (world) =>
    post(stranger(world), '/workspace/login-code', { token: 'none.none' }),
  'getWorkspaceLoginCode 403': async (world) => {
    const claims = { purpose: 'login-code', workspace: world.owner.accountName, email: 'nobody@example.com' };
    const token = await cloudCredential(world.portal.workspaceMasterKey, world.onlineId, claims);
    return post(stranger(world), '/workspace/login-code', { token });
  },
  'getCloudPlan 200': asWorkspace('/cloud/plan', 'onlineId'),
  'getCloudPlan 403': async (world) => {
    const { accountId } = await setUpOwner(world.portal, world.database);
    const { id } = await one(
      world.database,
      // No later report of its object may overwrite this.
      "UPDATE workspaces SET phase = 'deleted', status_revision = 1000000 WHERE account_id = ? RETURNING id",
      accountId,
    );
    const bearer = await cloudCredential(world.portal.workspaceMasterKey, String(id));
    return get(stranger(world), '/cloud/plan', { Authorization: `Bearer ${bearer}` });
  },
  'getCloudUser 200': (world) => asWorkspace('/cloud/user', 'onlineId', ofPerson(world.owner.email))(world),
  'getCloudUser 403': (world) =>
    asWorkspace('/cloud/user', 'onlineId', ofPerson('nobody@example.com'))(world),
  'getCloudUser 429': async (world) => {
    const { key, rule } = throttleOf('cloud_user:workspace', world.plainId);
    await setCounter(world.database, key, rule.limit);
    return asWorkspace('/cloud/user', 'plainId', ofPerson('nobody@example.com'))(world);
  },
  'getCloudLimits 200': asWorkspace('/cloud/limits', 'onlineId'),
  'getCloudLimits 403': asWorkspace('/cloud/limits', 'plainId'),
  'getCloudLimits 404': asWorkspace('/cloud/limits', 'startingId'),
  'getHumanCheck 200': (world) => get(stranger(world), '/human-check'),
  'getFrontEndConfig 200': (world) => get(stranger(world), '/fe/config'),
  'getOpenApi 200': (world) => get(stranger(world), '/openapi.json'),
  // The last call of this workspace: it ends the trial.
  'configureInstance 409': async ({ starting, startingName }) => {
    await advanceClock(starting, startingName, 'P14D');
    return eventually(async () => {
      const answer = await put(starting, '/instance/configuration', { timezone: 'Asia/Tokyo' });
      return answer.status === 409 && answer;
    });
  },
  // The last call of this workspace: nothing works there until it is Online again.
  'goBack 202': async ({ online }) => {
    await unwrap(put(online, '/instance/configuration', { version: NEXT }));
    await untilOnline(online, { version: NEXT });
    return put(online, '/instance/go-back');
  },
  'restartInstance 202': async ({ online }) => {
    await untilOnline(online, { version: VERSION });
    return put(online, '/instance/restart');
  },
} satisfies Partial<Record<`${Operation['id']} ${number}`, Reach>>;
