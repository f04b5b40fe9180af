import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { workspaceKey } from '#app/crypto/workspace-key.ts';
import { API_TOKEN_PREFIX } from '#app/domain/access/api-token.ts';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { openWorkspace } from '../support/ask-workspace.ts';
import { payingOwner } from '../support/billing-calls.ts';
import { type CredentialClaims, cloudCredential, signText } from '../support/cloud-credentials.ts';
import { addTeammate, idsOf, type Owner, setUpOwner } from '../support/people.ts';
import { eventually, PortalClient, type RegistrationFields } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

const home = new PortalClient(portal);
/** Owns a running workspace. */
let owner: RegistrationFields;
let workspaceId: string;
/** The owner's session cookie in the workspace. */
let cookie: string;
/** An account whose workspace got no plan. */
let stranger: Owner;
let strangersId: string;

async function workspaceIdOf(accountId: string): Promise<string> {
  const { id } = await one(database, 'SELECT id FROM workspaces WHERE account_id = ?', accountId);
  return String(id);
}

beforeAll(async () => {
  [owner, stranger] = await Promise.all([setUpOnline(home), setUpOwner(portal, database)]);
  const { accountId } = await idsOf(database, owner.accountName);
  [workspaceId, strangersId] = await Promise.all([
    workspaceIdOf(accountId),
    workspaceIdOf(stranger.accountId),
  ]);
  ({ cookie } = await openWorkspace(home, owner.accountName));
});

const credential = (claims?: CredentialClaims, id = workspaceId, signedAs = id) =>
  cloudCredential(portal.workspaceMasterKey, id, claims, signedAs);
const ofOwner = () => credential({ purpose: 'cloud-user', email: owner.email });

/** Calls the portal as a workspace does. */
async function ask(path: string, bearer?: string, method = 'GET') {
  const headers: Record<string, string> = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
  const answer = await fetch(new URL(`/api/cloud/${path}`, portal.portalUrl), { method, headers });
  const timing = answer.headers.get('Server-Timing') ?? '';
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: text === '' ? null : (JSON.parse(text) as { data?: unknown; code?: string }),
    spent: ['db', 'object'].map((of) => Number(timing.match(`${of};desc="(\\d+)"`)?.[1])),
  };
}

/** Calls the workspace directly: not every resolver knows its host. */
function inWorkspace(path: string): Promise<{ status: number; body: string }> {
  const { port, host } = new URL(portal.portalUrl);
  const headers = { Host: `${owner.accountName}.${host}`, Cookie: cookie };
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on('error', reject).end();
  });
}

const trial = {
  planId: 1,
  monthlyExecutionsLimit: 1_000,
  activeWorkflowsLimit: 5,
  credentialsLimit: -1,
  isActive: true,
  displayName: 'Trial',
  expirationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  metadata: { version: 'v1', group: 'trial', slug: 'trial-1', trial: { length: 14, gracePeriod: 3 } },
  userIsTrialing: true,
  bannerConfig: {
    timeLeft: { text: '14 days left in your trial.' },
    showExecutions: true,
    dismissible: true,
    cta: {
      text: 'Upgrade',
      icon: 'zap',
      size: 'small',
      style: 'success',
      href: `${new URL(portal.portalUrl).origin}/account/change-plan`,
    },
  },
};
const usage = () => ({ timeframe: timeframeOf(Date.now()), executions: 0, activeWorkflows: 0 });

describe('a running workspace', () => {
  test('shows how much of the plan is used, and answers n8n’s editor', async () => {
    const page = await inWorkspace('/');
    expect(page.body).toMatch(/Plan Trial · 0 of 1000 executions ·\s+0 of 5 active workflows/);

    const answer = async (path: string) => {
      // The workspace answers 502 when the portal does not respond within three seconds.
      const { status, body } = await eventually(async () => {
        const asked = await inWorkspace(path);
        return asked.status !== 502 && asked;
      });
      expect(status, `${path}: ${body}`).toBe(200);
      return JSON.parse(body) as unknown;
    };
    expect(await answer('/rest/admin/cloud-plan')).toEqual(trial);
    expect(await answer('/cloud/limits')).toEqual(usage());
    expect(await answer('/rest/cloud/proxy/user/me')).toMatchObject({ email: owner.email, role: 'owner' });
    expect(await answer('/rest/cloud/proxy/login/code')).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('calls the portal at the promised cost', async () => {
    const plan = await ask('plan', await credential());
    expect([plan.status, plan.body, plan.spent]).toEqual([200, { data: trial }, [1, 0]]);
    const limits = await ask('limits', await credential());
    expect([limits.status, limits.body, limits.spent]).toEqual([200, { data: usage() }, [0, 1]]);
    const user = await ask('user', await ofOwner());
    const information = {
      workArea: 'ops',
      codingSkills: 3,
      companyIndustry: 'saas',
      companySize: '<20',
      timezone: 'Europe/Berlin',
    };
    const person = { confirmed: true, username: owner.accountName, email: owner.email, role: 'owner' };
    expect([user.status, user.body, user.spent]).toEqual([200, { data: { ...person, information } }, [1, 0]]);
    for (const { headers } of [plan, limits, user]) {
      expect(headers.get('Cache-Control')).toBe('private, no-store');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  test('reuses one credential, and uses each credential for a person once', async () => {
    const polling = await credential({ exp: Date.now() + 4 * 60_000 });
    for (const path of ['limits', 'limits', 'plan', 'plan', 'limits']) {
      expect((await ask(path, polling)).status, path).toBe(200);
    }
    const person = await ofOwner();
    const statuses = await Promise.all(
      [person, person, person].map(async (one) => (await ask('user', one)).status),
    );
    expect(statuses.sort()).toEqual([200, 401, 401]);
    expect((await ask('user', person)).body).toMatchObject({ code: 'signature_invalid' });
    expect(
      (await ask('user', await credential({ purpose: 'cloud-user', email: owner.email.toUpperCase() })))
        .status,
    ).toBe(200);
  });
});

/** Asserts that the response reveals nothing of any account. */
function expectNothing({ text }: { text: string }): void {
  for (const word of [owner.email, owner.accountName, stranger.fields.email, 'Trial', 'timeframe', 'wks_']) {
    expect(text).not.toContain(word);
  }
}

test.for(['plan', 'limits', 'user'])('%s refuses every invalid credential', async (path) => {
  const own = path === 'user' ? { purpose: 'cloud-user', email: owner.email } : {};
  const key = workspaceKey(portal.workspaceMasterKey, workspaceId, 'sign-in');
  const good = await credential(own);
  const [payload = '', signature = ''] = good.split('.');
  const [otherPayload = ''] = (await credential({ ...own, workspaceId: strangersId })).split('.');
  const email = owner.email;
  const loginCode = { purpose: 'login-code', workspace: owner.accountName, email };
  const link = { purpose: undefined, jti: 'x', iat: Date.now(), email, name: 'Ada', role: 'owner' };
  const bad: Record<string, string | undefined> = {
    none: undefined,
    'signed by another workspace': await credential(own, workspaceId, strangersId),
    'of another workspace, signed by this one': await credential(own, strangersId, workspaceId),
    'of an unknown workspace': await credential(own, 'wks_none', workspaceId),
    'of no workspace': await credential({ ...own, workspaceId: undefined }),
    'of a path': await credential({ ...own, workspaceId: 'wks_../..' }),
    'over since a moment': await credential({ ...own, exp: Date.now() - 1 }),
    'good for too long': await credential({ ...own, exp: Date.now() + 5 * 60_000 + 5_000 }),
    'good for ever': await credential({ ...own, exp: null }),
    'for another call': await credential(path === 'user' ? {} : { purpose: 'cloud-user', email }),
    'for a login code': await credential(loginCode),
    'a sign-in link': await credential(link),
    'with claims that were changed': `${otherPayload}.${signature}`,
    'without a signature': payload,
    'with a third part': `${good}.${signature}`,
    'no JSON': signText('{', key),
    'no object': signText('null', key),
    'the key itself': key,
    'of 10 kB': await credential({ ...own, padding: 'x'.repeat(10_000) }),
    'a session’s token': stranger.client.cookies.get('token') ?? '',
    garbage: '%%%',
  };
  for (const [what, bearer] of Object.entries(bad)) {
    const answer = await ask(path, bearer);
    expect([answer.status, answer.body?.code], what).toEqual([401, 'signature_invalid']);
    expectNothing(answer);
    // A workspace corrects its clock from this header.
    expect(Math.abs(Date.parse(answer.headers.get('Date') ?? '') - Date.now()), what).toBeLessThan(60_000);
  }
  // A token in the URL would appear in logs.
  expect((await ask(`${path}?token=${good}`)).status).toBe(401);
  const tokenInAddress = await ask(`${path}?x=${API_TOKEN_PREFIX}x`, good);
  expect([tokenInAddress.status, tokenInAddress.body?.code]).toEqual([400, 'api_token_in_address']);
  for (const [method, status] of [
    ['POST', 405],
    ['DELETE', 405],
    ['OPTIONS', 204],
  ] as const) {
    const answer = await ask(path, good, method);
    expect([answer.status, answer.headers.get('Allow')], method).toEqual([status, 'GET, HEAD']);
  }
  expect((await ask(path, good)).status).toBe(200);
});

test('a workspace can only ask about members of its own account', async () => {
  const teammate = await addTeammate(stranger, database, 'billing');
  const asked = async (email: unknown, id = strangersId) => {
    const answer = await ask('user', await credential({ purpose: 'cloud-user', email }, id));
    if (answer.status !== 200) expectNothing(answer);
    return [answer.status, answer.body?.code];
  };
  expect(await asked(teammate.email)).toEqual([200, undefined]);
  expect(await asked(owner.email)).toEqual([403, 'forbidden']);
  expect(await asked(teammate.email, workspaceId)).toEqual([403, 'forbidden']);
  expect(await asked('nobody@example.com')).toEqual([403, 'forbidden']);
  for (const email of ['', null, [teammate.email], `${'a'.repeat(250)}@b.cd`]) {
    expect(await asked(email)).toEqual([401, 'signature_invalid']);
  }
  await database.execute({ sql: 'DELETE FROM memberships WHERE user_id = ?', args: [teammate.userId] });
  expect(await asked(teammate.email)).toEqual([403, 'forbidden']);
});

test('a workspace without a plan answer has a plan and no limits', async () => {
  expect((await ask('plan', await credential({}, strangersId))).body).toEqual({ data: trial });
  const limits = await ask('limits', await credential({}, strangersId));
  expect([limits.status, limits.body?.code]).toEqual([403, 'forbidden']);
});

test('a paid plan applies immediately, and a deleted workspace gets nothing', async () => {
  const payer = await payingOwner(portal, database);
  const id = await workspaceIdOf(payer.accountId);
  expect((await ask('plan', await credential({}, id))).body).toEqual({
    data: {
      planId: 2,
      displayName: 'Starter',
      monthlyExecutionsLimit: 2_500,
      activeWorkflowsLimit: 5,
      credentialsLimit: -1,
      isActive: true,
      expirationDate: null,
      userIsTrialing: false,
      bannerConfig: null,
      metadata: { version: 'v1', group: 'opt-in', slug: 'starter' },
    },
  });
  await database.execute({
    // Ranks above every later report of its object.
    sql: `UPDATE workspaces SET phase = 'deleted', status_revision = 1000000 WHERE id = ?`,
    args: [id],
  });
  const person = { purpose: 'cloud-user', email: payer.fields.email };
  for (const [path, claims] of [
    ['plan', {}],
    ['user', person],
  ] as const) {
    const answer = await ask(path, await credential(claims, id));
    expect([answer.status, answer.body?.code], path).toEqual([403, 'forbidden']);
    expectNothing(answer);
  }
});

test('a workspace that asks for its people endlessly is throttled, and fills no table', async () => {
  const { accountId, fields } = await setUpOwner(portal, database);
  const id = await workspaceIdOf(accountId);
  const asked = async () => ask('user', await credential({ purpose: 'cloud-user', email: fields.email }, id));
  expect((await asked()).status).toBe(200);
  const { key } = throttleOf('cloud_user:workspace', id);
  await database.execute({ sql: 'UPDATE throttles SET count = 600 WHERE key = ?', args: [key] });
  const remembered = async () =>
    Number(
      (await one(database, `SELECT count(*) AS n FROM throttles WHERE key LIKE 'cloud_user:credential:%'`)).n,
    );
  const before = await remembered();
  const answer = await asked();
  expect([answer.status, answer.body?.code]).toEqual([429, 'too_many_attempts']);
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await remembered()).toBe(before);
});
