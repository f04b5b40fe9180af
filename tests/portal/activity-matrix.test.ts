import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { signatureHeader } from '#sandbox/paddle/signature.ts';
import { listItemsIn } from '../support/answer-parts.ts';
import { call, post } from '../support/api-calls.ts';
import { upload, zipOf } from '../support/backup-calls.ts';
import { billsOf, payingOwner, plansOf, simulate } from '../support/billing-calls.ts';
import { paddleEvent, paddleSubscription, rememberTestCheckout } from '../support/paddle-events.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { kindsOf } from '../support/recorded-acts.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

async function rowsOf({ accountId }: Owner) {
  const { rows } = await database.execute({
    sql: 'SELECT kind, subject, user_id AS person FROM audit_events WHERE account_id = ? ORDER BY at, id',
    args: [accountId],
  });
  return rows.map(({ kind, subject, person }) => ({ kind: String(kind), subject, person }));
}

const settings = { version: '2.41.1', timezone: 'Asia/Tokyo' };
const survey = {
  workArea: 'ops',
  codingSkills: 3,
  companyIndustry: 'saas',
  companySize: '<20',
  timezone: 'Etc/UTC',
};
const change = { intent: 'change', plan: 'pro-2', period: 'monthly', charge: 'now' };

/**
 * Activity that no other test covers: by row name of docs/permissions.md, how an owner of a paying account causes it. No
 * account here has a workspace in a cluster: the portal records an act before the workspace refuses it.
 */
const acts: Record<string, (owner: Owner) => Promise<unknown>> = {
  'POST /manage restart': ({ client }) => client.post('/manage', { intent: 'restart' }),
  'POST /manage': ({ client }) => client.post('/manage', settings),
  'POST /manage/instance restart': ({ client }) => client.post('/manage/instance', { intent: 'restart' }),
  'POST /manage/instance': ({ client }) => client.post('/manage/instance', settings),
  'POST /manage/update go-back': ({ client }) => client.post('/manage/update', { intent: 'go-back' }),
  'PUT /api/instance/go-back': ({ client }) => call(client, 'PUT', '/instance/go-back'),
  'PUT /api/instance/restart': ({ client }) => call(client, 'PUT', '/instance/restart'),
  'PUT /api/instance/configuration': ({ client }) =>
    call(client, 'PUT', '/instance/configuration', {
      saveExecutions: { manual: true, failed: true, successful: true },
    }),
  'POST /manage/export back-up': ({ client }) => client.post('/manage/export', { intent: 'back-up' }),
  'POST /api/export/workflows': ({ client }) => post(client, '/export/workflows'),
  'POST /manage/export/upload': async ({ client }) => upload(client, await zipOf({ 'manifest.json': '{}' })),
  'POST /manage/export/restore': ({ client }) =>
    client.post('/manage/export/restore?backup=bkp_none', { workflowId: 'w1' }),
  'POST /manage/billing change-card': ({ client }) =>
    client.post('/manage/billing', { intent: 'change-card' }),
  'POST /manage/billing details': ({ client }) =>
    client.post('/manage/billing', { intent: 'details', companyName: 'Analytical Engines', country: 'GB' }),
  'POST /account/change-plan change': ({ client }) => client.post('/account/change-plan', change),
  'POST /api/account/plan/change': ({ client }) =>
    post(client, '/account/plan/change', { planId: 'pro-1', period: 'monthly', chargeNow: true }),
  'PATCH /api/account/plan/change/custom': ({ client }) =>
    call(client, 'PATCH', '/account/plan/change/custom', {
      executions: 20_000,
      activeWorkflows: 25,
      chargeNow: true,
    }),
  // On the custom plan, which sells further executions.
  'POST /manage/usage': ({ client }) =>
    client.post('/manage/usage', {
      atLimit: 'run_on',
      maxThousands: '5',
      unitAmount: '300',
      currency: 'USD',
    }),
  'PUT /api/account/plan/at-limit': ({ client }) =>
    call(client, 'PUT', '/account/plan/at-limit', { atLimit: 'hold' }),
  'POST /manage/billing cancel': ({ client, fields }) =>
    client.post('/manage/billing', { intent: 'cancel', workspaceName: fields.accountName }),
  'POST /manage/billing resubscribe': ({ client }) =>
    client.post('/manage/billing', { intent: 'resubscribe' }),
  'POST /account/setup': ({ client }) =>
    client.post('/account/setup', { ...survey, codingSkills: String(survey.codingSkills) }),
  'POST /api/personalization-survey/answer': ({ client }) =>
    post(client, '/personalization-survey/answer', survey),
  'POST /account/setup apps': ({ client }) =>
    client.post('/account/setup', { intent: 'apps', apps: 'n8n-nodes-base.slack' }),
  'POST /api/account/selected-apps': ({ client }) =>
    post(client, '/account/selected-apps', { apps: ['n8n-nodes-base.slack'] }),
  'GET /manage/billing/invoice/:paymentId': async ({ client }) =>
    client.get(`/manage/billing/invoice/${(await billsOf(client))[0]?.id}`),
  'GET /manage/billing/payments.csv': ({ client }) => client.get('/manage/billing/payments.csv'),
  'GET /account/activity.csv': ({ client }) => client.get('/account/activity.csv'),
};

/** The same for an owner without a paid plan. */
const firstActs: typeof acts = {
  'POST /account/change-plan checkout': ({ client }) =>
    client.post('/account/change-plan', { intent: 'checkout', plan: 'starter', period: 'monthly' }),
  'POST /api/v1/paddle/plan/:id/generatePayLink': async ({ client }) =>
    post(client, `/v1/paddle/plan/${(await plansOf(client))[0]?.id}/generatePayLink`),
};

describe('acts', () => {
  let payer: Owner;
  let newcomer: Owner;
  beforeAll(async () => {
    payer = await payingOwner(portal, database);
    newcomer = await setUpOwner(portal, database);
  });

  // Each act starts from the state that the previous one left: a cancelled subscription can be resubscribed.
  test.for([
    ...Object.entries(acts).map(([name, act]) => ({ name, act, isFirst: false })),
    ...Object.entries(firstActs).map(([name, act]) => ({ name, act, isFirst: true })),
  ])('$name leaves its line, with its actor', async ({ name, act, isFirst }) => {
    const owner = isFirst ? newcomer : payer;
    const before = (await rowsOf(owner)).length;
    await act(owner);
    const left = (await rowsOf(owner)).slice(before).filter(({ person }) => person === owner.userId);
    expect(left.map(({ kind }) => kind)).not.toEqual([]);
    for (const { kind } of left) expect(kindsOf(name), kind).toContain(kind);
  });
});

describe('billing events', () => {
  const known = async (owner: Owner) =>
    (await rowsOf(owner)).filter(({ person }) => person === null).map(({ kind, subject }) => [kind, subject]);

  test('a first payment, a pause, a resumption, a refund and an end are one line each', async () => {
    const owner = await payingOwner(portal, database);
    const bought = [
      ['card_changed', '4242'],
      // Includes the tax of the buyer's country.
      ['payment_succeeded', '$28.80'],
      ['subscription_started', 'starter/monthly'],
    ];
    expect((await known(owner)).sort()).toEqual(bought);
    await simulate(owner, database, 'payment_failed', 'past_due');
    await simulate(owner, database, 'paused', 'paused');
    await simulate(owner, database, 'resumed', 'active');
    await simulate(owner, database, 'refund', 'active');
    await simulate(owner, database, 'duplicate', 'active');
    await simulate(owner, database, 'canceled', 'deleted');
    const all = (await known(owner)).map(([kind]) => kind);
    for (const kind of [
      'payment_failed',
      'subscription_paused',
      'subscription_resumed',
      'payment_refunded',
      'subscription_ended',
      'subscription_started',
    ]) {
      expect(
        all.filter((one) => one === kind),
        kind,
      ).toHaveLength(1);
    }
  });

  test('a changed plan and a cancellation are recorded once, however often and in whatever order events arrive', async () => {
    const owner = await setUpOwner(portal, database);
    await rememberTestCheckout(database, owner.accountId);
    const subscription = paddleSubscription(owner.accountId);
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    const other = paddleSubscription(owner.accountId, {
      id: subscription.id,
      planId: 'pro-1',
      period: 'yearly',
    });
    const scheduled_change = { action: 'cancel', effective_at: subscription.next_billed_at, resume_at: null };
    const events = [
      paddleEvent('subscription.created', subscription, at(0)),
      paddleEvent('subscription.updated', other, at(1)),
      paddleEvent('subscription.updated', { ...other, scheduled_change }, at(2)),
      paddleEvent('subscription.updated', other, at(3)),
    ];
    for (const { body } of [...events, ...events.toReversed()]) {
      const answer = await fetch(new URL('/webhooks/paddle', portal.portalUrl), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Paddle-Signature': signatureHeader(body, portal.webhookSecret, Date.now()),
        },
        body,
      });
      expect(answer.status).toBe(200);
    }
    expect(await known(owner)).toEqual([
      ['subscription_started', 'starter/monthly'],
      ['plan_changed', 'pro-1/yearly'],
      ['cancellation_scheduled', 'pro-1/yearly'],
      ['cancellation_undone', 'pro-1/yearly'],
    ]);
  });
});

describe('the list', () => {
  const linesOf = (csv: string) => csv.split('\r\n').slice(1, -1);
  const shown = (page: string) => listItemsIn(page).length;

  test('actor, kind and order filter page and file alike', async () => {
    const owner = await payingOwner(portal, database);
    await owner.client.post('/account/tokens', {
      intent: 'create',
      name: 'Nightly',
      lifetime: '30',
      scopes: 'workspace:view',
    });
    const counts = async (query: string) => {
      const page = await (await owner.client.get(`/account/activity?${query}`)).text();
      const csv = await (await owner.client.get(`/account/activity.csv?${query}`)).text();
      return [shown(page), linesOf(csv).length];
    };
    expect(await counts('what=tokens')).toEqual([1, 1]);
    expect(await counts(`what=tokens&who=${owner.userId}`)).toEqual([1, 1]);
    expect(await counts('what=tokens&who=nobody')).toEqual([0, 0]);
    expect(await counts('what=billing&who=nobody')).toEqual([3, 3]);
    const first = async (order: string) =>
      linesOf(await (await owner.client.get(`/account/activity.csv?what=billing&order=${order}`)).text())[0];
    expect(await first('oldest')).not.toBe(await first('newest'));
  });

  test('lists 10,000 events once each in the file, and a page finds a single one', async () => {
    const owner = await setUpOwner(portal, database);
    await database.execute({
      sql: `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
        INSERT INTO audit_events (id, at, account_id, user_id, kind, subject, address, user_agent)
        SELECT 'aud_many_' || n || ?1, n / 3, ?1, iif(n = 5000, ?2, NULL), iif(n = 7000, 'token_created', 'signed_in'),
          'x' || n, '192.0.2.1', '' FROM numbers`,
      args: [owner.accountId, owner.userId],
    });
    const csv = await (await owner.client.get('/account/activity.csv?order=oldest')).text();
    const subjects = linesOf(csv).flatMap((line) => line.match(/,(x\d+),/)?.[1] ?? []);
    expect(subjects).toHaveLength(10_000);
    expect(new Set(subjects).size).toBe(10_000);
    const page = await (await owner.client.get('/account/activity?what=tokens')).text();
    expect(shown(page)).toBe(1);
  });
});
