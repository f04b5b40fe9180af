import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { en } from '#app/i18n/en/index.ts';
import { call } from '../support/api-calls.ts';
import { get, payingOwner, postChange, refusalOf, simulate } from '../support/billing-calls.ts';
import { cloudCredential } from '../support/cloud-credentials.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

const pro = { planId: 'pro-1', period: 'monthly' };
const path = '/account/plan/at-limit';
const runOn = { atLimit: 'run_on', maxThousands: 5, unitAmount: 800, currency: 'USD' };
const unitPrice = { amount: 800, currency: 'USD' };
const put = (owner: Owner, body: object) => call(owner.client, 'PUT', path, body);

/** The execution limit that the workspace's process reads. */
async function limitOf({ accountId }: Owner): Promise<number> {
  const { id } = await one(database, 'SELECT id FROM workspaces WHERE account_id = ?', accountId);
  const bearer = await cloudCredential(portal.workspaceMasterKey, String(id), { purpose: 'cloud' });
  const stranger = new PortalClient(portal);
  const answer = await stranger.request('/api/cloud/plan', {
    headers: { Authorization: `Bearer ${bearer}` },
  });
  const { data } = (await answer.json()) as { data: { monthlyExecutionsLimit: number } };
  return data.monthlyExecutionsLimit;
}

async function linesOf({ accountId }: Owner): Promise<unknown[]> {
  const { rows } = await database.execute({
    sql: `SELECT subject FROM audit_events WHERE account_id = ? AND kind = 'at_limit_changed' ORDER BY at, id`,
    args: [accountId],
  });
  return rows.map(({ subject }) => subject);
}

describe('an account of a plan that sells more', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await payingOwner(portal, database, pro);
  });

  test('holds by default, and shows price and cap before the choice', async () => {
    expect((await get(owner.client, path)).body).toEqual({
      atLimit: 'hold',
      maxThousands: null,
      unitPrice,
      maxExecutions: 0,
    });
    expect(await limitOf(owner)).toBe(10_000);
  });

  test('runs on by the form, which the process reads as its limit; a repeated form leaves one line', async () => {
    const form = { ...runOn, maxThousands: '5', unitAmount: '800' };
    const answers = await Promise.all([
      owner.client.post('/manage/usage', form),
      owner.client.post('/manage/usage', form),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    expect(await limitOf(owner)).toBe(15_000);
    expect(await linesOf(owner)).toEqual(['run_on/5']);
    const { revision } = await one(
      database,
      'SELECT revision FROM workspaces WHERE account_id = ?',
      owner.accountId,
    );
    await owner.client.post('/manage/usage', form);
    const again = 'SELECT revision FROM workspaces WHERE account_id = ?';
    expect((await one(database, again, owner.accountId)).revision).toBe(revision);
  });

  test('changes the cap and holds again through the API', async () => {
    const answer = await put(owner, { ...runOn, maxThousands: 250 });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { atLimit: 'run_on', maxThousands: 250, unitPrice, maxExecutions: 250_000 },
    ]);
    expect((await put(owner, { atLimit: 'hold' })).status).toBe(200);
    expect(await limitOf(owner)).toBe(10_000);
    expect(await linesOf(owner)).toEqual(['run_on/5', 'run_on/250', 'hold']);
  });

  test('accepts only the current price', async () => {
    for (const other of [{ unitAmount: 400 }, { currency: 'EUR' }, { unitAmount: undefined }]) {
      expect(await refusalOf(await put(owner, { ...runOn, ...other }))).toMatchObject({
        status: 409,
        code: 'overage_price_changed',
      });
    }
    expect(await limitOf(owner)).toBe(10_000);
  });

  test.for([0, -1, 251, 1.5, 1e300, '', 'many', '5e1', null, [], {}])(
    'refuses a cap of %j, with a sentence beside the field',
    async (maxThousands) => {
      expect(await refusalOf(await put(owner, { ...runOn, maxThousands }))).toEqual({
        status: 422,
        code: 'invalid_form',
        wrong: ['maxThousands'],
      });
    },
  );

  test('refuses an unknown currency with its own sentence', async () => {
    for (const currency of [null, 8, [], 'usd', 'US$']) {
      const answer = await put(owner, { ...runOn, currency });
      const { fields } = (await answer.json()) as { fields: Record<string, string> };
      expect([answer.status, fields]).toEqual([422, { currency: en.fieldErrors.overage_price }]);
    }
  });

  test('a plan that does not sell it holds, and one with the same or a lower price continues', async () => {
    await put(owner, runOn);
    const change = { intent: 'change', period: 'monthly', charge: 'now' };
    await postChange(owner.client, { ...change, plan: 'pro-2' });
    expect(await limitOf(owner)).toBe(55_000);
    await postChange(owner.client, { ...change, plan: 'starter' });
    expect(await limitOf(owner)).toBe(2_500);
    expect((await get(owner.client, path)).body).toMatchObject({ atLimit: 'run_on', maxExecutions: 0 });
    expect(await refusalOf(await put(owner, runOn))).toMatchObject({ status: 409, code: 'overage_not_sold' });
  });

  test('a past-due payment and a cancellation hold, and running on cannot be chosen then', async () => {
    const other = await payingOwner(portal, database, pro);
    await put(other, runOn);
    await simulate(other, database, 'payment_failed', 'past_due');
    expect(await limitOf(other)).toBe(10_000);
    expect((await put(other, runOn)).status).toBe(409);
    await simulate(other, database, 'recovered', 'active');
    expect(await limitOf(other)).toBe(15_000);
    const { accountName: workspaceName } = other.fields;
    await other.client.post('/manage/billing', { intent: 'cancel', workspaceName });
    expect(await limitOf(other)).toBe(10_000);
    expect((await put(other, runOn)).status).toBe(409);
    expect((await put(other, { atLimit: 'hold' })).status).toBe(200);
  });
});

test('a trial cannot run on', async () => {
  const trialist = await setUpOwner(portal, database);
  expect((await put(trialist, runOn)).status).toBe(404);
  expect(await limitOf(trialist)).toBe(1_000);
});
