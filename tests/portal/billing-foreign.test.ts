import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call } from '../support/api-calls.ts';
import { billsOf, get, payingOwner, postChange } from '../support/billing-calls.ts';
import { addTeammate, type Owner } from '../support/people.ts';
import { eventually, type PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

/** Both pay; the first tries to reach the other's data. */
let mine: Owner;
let theirs: Owner;
let their: { subscriptionId: string; accountId: string; paymentId: string };
let before: unknown;

/** Everything billed to the other account: here and at the provider. Its workspace learns of it separately. */
async function seenOfTheirs() {
  const tables = ['accounts WHERE id', 'subscriptions WHERE account_id', 'payments WHERE account_id'];
  const statements = [
    ...[...tables, 'payment_methods WHERE account_id'].map((of) => `SELECT * FROM ${of} = ?1 ORDER BY 1`),
    'SELECT revision FROM workspaces WHERE account_id = ?1',
  ].map((sql) => ({ sql, args: [theirs.accountId] }));
  const [results, next] = await Promise.all([
    database.batch(statements, 'read'),
    get(theirs.client, '/account/plan/next-payment'),
  ]);
  return JSON.parse(JSON.stringify({ rows: results.map(({ rows }) => rows), next }));
}

beforeAll(async () => {
  [mine, theirs] = await Promise.all([payingOwner(portal, database), payingOwner(portal, database)]);
  const { id } = await one(database, 'SELECT id FROM subscriptions WHERE account_id = ?', theirs.accountId);
  const bill = await eventually(async () =>
    (await billsOf(theirs.client)).find(({ status }) => status === 'paid'),
  );
  their = { subscriptionId: String(id), accountId: theirs.accountId, paymentId: bill.id };
  before = await seenOfTheirs();
});

const planOf = async ({ accountId }: Owner) =>
  (await one(database, 'SELECT plan_id FROM subscriptions WHERE account_id = ?', accountId)).plan_id;

test('only the billed account can open an invoice', async () => {
  const path = `/manage/billing/invoice/${their.paymentId}`;
  const own = await theirs.client.get(path);
  expect([own.status, own.headers.get('Location')]).toEqual([302, expect.stringMatching(/^http/)]);
  const operator = await addTeammate(mine, database, 'operator');
  const biller = await addTeammate(mine, database, 'billing');
  const asked: Array<[PortalClient, number]> = [
    [mine.client, 404],
    [biller.client, 404],
    [operator.client, 403],
  ];
  for (const [client, status] of asked) {
    const answer = await client.get(path);
    expect([answer.status, answer.headers.get('Location')]).toEqual([status, null]);
    // The response may repeat the bill's id from the URL, but nothing else of the bill.
    expect(await answer.text()).not.toContain(theirs.fields.accountName);
  }
  expect((await billsOf(mine.client)).map(({ id }) => id)).not.toContain(their.paymentId);
});

const names = ['subscriptionId', 'subscription_id', 'accountId', 'account', 'providerId', 'id'] as const;
const plan = { planId: 'pro-2', period: 'monthly' };
const quota = { executions: 30_000, activeWorkflows: 30 };

test.for([
  ['POST', '/account/plan/change/preview', plan],
  ['POST', '/account/plan/change', { ...plan, chargeNow: true }],
  ['POST', '/account/plan/change/custom/preview', quota],
  ['PATCH', '/account/plan/change/custom', { ...quota, chargeNow: true }],
] as const)(
  '%s %s accepts no body that names another account’s subscription',
  async ([method, path, body]) => {
    for (const name of names) {
      const answer = await call(mine.client, method, path, { ...body, [name]: their.subscriptionId });
      expect(await answer.json()).toMatchObject({
        code: 'invalid_form',
        fields: { [name]: expect.any(String) },
      });
    }
    expect([await planOf(mine), await planOf(theirs)]).toEqual(['starter', 'starter']);
    expect(await seenOfTheirs()).toEqual(before);
  },
);

test('an address that names another account’s subscription uses the viewer’s own', async () => {
  const query = new URLSearchParams(their);
  const ask = async (client: PortalClient, search: string) => {
    const answer = await call(client, 'POST', `/account/plan/change/preview${search}`, plan);
    const { next } = (await answer.json()) as { next: { date: string } };
    return next.date;
  };
  expect(await ask(mine.client, `?${query}`)).toBe(await ask(mine.client, ''));
  const page = await mine.client.get(`/manage/billing?${query}`);
  expect(await page.text()).not.toContain(theirs.fields.accountName);
  expect(await seenOfTheirs()).toEqual(before);
});

test('a form that names another account’s subscription changes only the own one', async () => {
  const { client, fields } = mine;
  const billing = (form: Record<string, string>) => client.post('/manage/billing', { ...their, ...form });

  const change = { intent: 'change', plan: 'pro-1', period: 'monthly', charge: 'now' };
  const changed = await postChange(client, { ...their, ...change });
  expect([changed.status, changed.headers.get('Location')]).toEqual([302, '/manage/billing']);
  expect([await planOf(mine), await planOf(theirs)]).toEqual(['pro-1', 'starter']);

  const details = {
    companyName: 'Evil Ltd',
    taxId: '',
    addressLine: '1 Lane',
    city: 'Leeds',
    postalCode: '',
  };
  expect((await billing({ intent: 'details', ...details, country: 'GB' })).status).toBe(302);
  expect(await (await client.get('/manage/billing')).text()).toContain('Evil Ltd');
  expect(await (await theirs.client.get('/manage/billing')).text()).not.toContain('Evil Ltd');

  const card = await billing({ intent: 'change-card' });
  expect([card.status, card.headers.get('Location')]).toEqual([
    302,
    expect.stringMatching(/^\/account\/checkout\?transaction=txn_/),
  ]);

  const another = await billing({ intent: 'cancel', workspaceName: theirs.fields.accountName });
  expect(another.status).toBe(422);
  const cancelsAt = 'SELECT cancels_at AS at FROM subscriptions WHERE account_id = ?';
  expect((await one(database, cancelsAt, mine.accountId)).at).toBeNull();
  expect((await billing({ intent: 'cancel', workspaceName: fields.accountName })).status).toBe(302);
  expect((await one(database, cancelsAt, mine.accountId)).at).toEqual(expect.any(Number));
  expect((await billing({ intent: 'resubscribe' })).status).toBe(302);
  expect((await one(database, cancelsAt, mine.accountId)).at).toBeNull();

  expect(await seenOfTheirs()).toEqual(before);
});
