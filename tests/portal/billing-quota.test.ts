import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { prices } from '#sandbox/paddle/catalogue.ts';
import { sentenceBeside } from '../support/answer-parts.ts';
import { call, post } from '../support/api-calls.ts';
import { billsOf, get, payingOwner, postChange, refusalOf } from '../support/billing-calls.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { one } from '../support/rows.ts';
import { browserLike } from '../support/states.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

/** Pays for Starter monthly, and for nothing else in any of the tests below. */
let payer: Owner;
/** Pays for nothing yet. */
let trialist: Owner;
beforeAll(async () => {
  [payer, trialist] = await Promise.all([payingOwner(portal, database), setUpOwner(portal, database)]);
});

const starter = { plan_id: 'starter', period: 'monthly', executions_quota: null, workflows_quota: null };

async function expectNothingChanged(): Promise<void> {
  const row = await one(
    database,
    `SELECT plan_id, period, executions_quota, workflows_quota FROM subscriptions WHERE account_id = ?`,
    payer.accountId,
  );
  expect(row).toEqual(starter);
  const claim = await one(
    database,
    'SELECT plan_change_claimed_at AS at FROM accounts WHERE id = ?',
    payer.accountId,
  );
  expect(claim.at).toBeNull();
}

const good = { executions: '20000', activeWorkflows: '25' };
const notWhole = 'Please enter a whole number.';
const tooSmall = 'That’s below this plan’s minimum.';
const tooLarge = 'For more than that, please talk to us.';
const noStep = 'Please choose a multiple of 1,000.';

/** Invalid text in one field while the other is valid, and the sentence beside it. */
const typed: Array<[field: 'executions' | 'activeWorkflows', text: string, sentence: string]> = [
  ['executions', '', notWhole],
  ['executions', '   ', notWhole],
  ['executions', 'many', notWhole],
  ['executions', 'twenty thousand', notWhole],
  ['executions', '20000.5', notWhole],
  ['executions', '20,000', notWhole],
  ['executions', '1e5', notWhole],
  ['executions', '0x4e20', notWhole],
  ['executions', '-20000', notWhole],
  ['executions', '+20000', notWhole],
  ['executions', '２００００', notWhole],
  ['executions', 'NaN', notWhole],
  ['executions', 'Infinity', notWhole],
  ['executions', "20000'--", notWhole],
  ['executions', ' 20 ', tooSmall],
  ['executions', '0', tooSmall],
  ['executions', '9000', tooSmall],
  ['executions', '20500', noStep],
  ['executions', '251000', tooLarge],
  ['executions', '999999999', tooLarge],
  ['executions', '99999999999', tooLarge],
  ['activeWorkflows', '', notWhole],
  ['activeWorkflows', '20.5', notWhole],
  ['activeWorkflows', 'a few', notWhole],
  ['activeWorkflows', '-25', notWhole],
  ['activeWorkflows', '1e2', notWhole],
  ['activeWorkflows', '19', tooSmall],
  ['activeWorkflows', '501', tooLarge],
];

test.for(typed)('the form refuses %s of %j: %s', async ([field, text, sentence]) => {
  const fields = { plan: 'custom', period: 'monthly', ...good, [field]: text };
  for (const [owner, intent] of [
    [payer, { intent: 'change', charge: 'now' }],
    [trialist, { intent: 'checkout' }],
  ] as const) {
    const client = browserLike(owner);
    const answer = await postChange(client, { ...fields, ...intent });
    expect(answer.status).toBe(302);
    const address = String(answer.headers.get('Location'));
    const { pathname, searchParams } = new URL(address, portal.portalUrl);
    expect([pathname, searchParams.get(field)]).toEqual(['/account/change-plan', text]);
    const page = await (await client.get(address)).text();
    expect(sentenceBeside(page, field)).toContain(sentence);
    const other = field === 'executions' ? 'activeWorkflows' : 'executions';
    expect(sentenceBeside(page, other)).toBe('');
    // Above either maximum, the sales dialog opens (design §4).
    expect(page.includes('<dialog')).toBe(sentence === tooLarge);
  }
  await expectNothingChanged();
});

test('a space around a number is not part of it, in a form', async () => {
  const page = await payer.client.get(
    `/account/change-plan?${new URLSearchParams({ confirm: 'custom', period: 'monthly', executions: ' 20000 ', activeWorkflows: ' 20 ' })}`,
  );
  const text = await page.text();
  expect(text).toContain('20,000');
  expect(sentenceBeside(text, 'executions')).toBe('');
  await expectNothingChanged();
});

/** The same in JSON, where text is not a number. */
const sent: Array<[field: 'executions' | 'activeWorkflows', json: string, sentence: string]> = [
  ...typed.map(([field, text]): [typeof field, string, string] => [field, JSON.stringify(text), notWhole]),
  ['executions', '"20000"', notWhole],
  ['executions', '" 20000 "', notWhole],
  ['executions', 'null', notWhole],
  ['executions', 'true', notWhole],
  ['executions', '[20000]', notWhole],
  ['executions', '{"valueOf":20000}', notWhole],
  ['executions', '20000.5', notWhole],
  ['executions', '0', tooSmall],
  ['executions', '-20000', tooSmall],
  ['executions', '9999', tooSmall],
  ['executions', '20001', noStep],
  ['executions', '250001', tooLarge],
  ['executions', '1e15', tooLarge],
  ['activeWorkflows', '" 20 "', notWhole],
  ['activeWorkflows', '20.5', notWhole],
  ['activeWorkflows', '-20', tooSmall],
  ['activeWorkflows', '19', tooSmall],
  ['activeWorkflows', '501', tooLarge],
];

test('the calls refuse each of these by its field, with a sentence', async () => {
  const customId = prices.find(
    ({ custom_data: of }) => of.planId === 'custom' && of.kind === 'plan' && of.period === 'monthly',
  )?.id;
  const answers = new Map<string, unknown>();
  const expected = new Map<string, unknown>();
  for (const [field, json, sentence] of sent) {
    const raw = JSON.stringify({ executions: 20_000, activeWorkflows: 25, [field]: 0 }).replace(
      new RegExp(`("${field}"):0`),
      (_, name: string) => `${name}:${json}`,
    );
    const withCharge = `${raw.slice(0, -1)},"chargeNow":true}`;
    const asked: Array<[string, Owner, string, string, string]> = [
      ['preview', payer, 'POST', '/account/plan/change/custom/preview', raw],
      ['change', payer, 'PATCH', '/account/plan/change/custom', withCharge],
      ['pay link', trialist, 'POST', `/v1/paddle/plan/${customId}/generatePayLink`, raw],
    ];
    for (const [name, owner, method, path, body] of asked) {
      const answer = await call(browserLike(owner), method, path, body);
      const title = `${name} ${field} ${json}`;
      answers.set(title, [answer.status, ((await answer.json()) as { fields?: object }).fields]);
      expected.set(title, [422, { [field]: sentence }]);
    }
  }
  expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected));
  await expectNothingChanged();
});

test.for(['power', 'large', 'trial-1', 'nonsense', '', 'Starter', '__proto__', 'pri_none'])(
  'no plan %j can be bought or changed to',
  async (planId) => {
    const change = { planId, period: 'monthly', chargeNow: true };
    for (const path of ['/account/plan/change/preview', '/account/plan/change']) {
      expect(await refusalOf(await post(browserLike(payer), path, change)), path).toEqual({
        status: 422,
        code: 'plan_unknown',
        wrong: [],
      });
    }
    for (const [owner, fields] of [
      [payer, { intent: 'change', charge: 'now' }],
      [trialist, { intent: 'checkout' }],
    ] as const) {
      const answer = await postChange(browserLike(owner), { ...fields, plan: planId, period: 'monthly' });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('This plan isn’t available.');
    }
    await expectNothingChanged();
  },
);

test('choosing the current plan changes nothing: no confirmation, no charge', async () => {
  const { client } = payer;
  const before = await billsOf(client);
  const page = await (await client.get('/account/change-plan?confirm=starter&period=monthly')).text();
  expect(page).toContain('Your plan');
  expect(page).not.toContain('name="charge"');
  const change = { planId: 'starter', period: 'monthly', chargeNow: true };
  const preview = (await (await post(client, '/account/plan/change/preview', change)).json()) as {
    immediate: unknown;
  };
  expect(preview.immediate).toEqual({ amount: 0, currency: 'USD' });
  const made = await post(client, '/account/plan/change', change);
  expect(await made.json()).toMatchObject({ billing: { status: 'active', planId: 'starter' } });
  expect(await billsOf(client)).toEqual(before);
  expect((await get(client, '/user/plan')).body).toMatchObject({ planId: 'starter' });
  await expectNothingChanged();
});
