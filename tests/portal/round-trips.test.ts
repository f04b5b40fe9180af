import { expect, inject, test } from 'vitest';
import { post } from '../support/api-calls.ts';
import { payingOwner, postChange } from '../support/billing-calls.ts';
import { setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { addApp, addPasskey, enterCode, pendingSignIn } from '../support/second-factor.ts';
import { answerSetUp } from '../support/set-up.ts';
import { createSoftwareAuthenticator } from '../support/software-authenticator.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');

/** Database round trips and object calls of a response, as the Worker counted them. */
function readMetrics(response: Response) {
  const timing = response.headers.get('Server-Timing') ?? '';
  return {
    roundTrips: Number(timing.match(/db;desc="(\d+)"/)?.[1]),
    objectCalls: Number(timing.match(/object;desc="(\d+)"/)?.[1]),
  };
}

test.for(['/login', '/login/second-factor', '/register', '/no-such-page', '/confirm-email?token=x'])(
  'an anonymous page makes no round trip: %s',
  async (path) => {
    expect(readMetrics(await new PortalClient(portal).get(path))).toEqual({ roundTrips: 0, objectCalls: 0 });
  },
);

test('a signed-in page makes one round trip and at most one object call', async () => {
  const client = new PortalClient(portal);
  const { fields } = await client.register();
  // The viewer, and whether the confirmation mail was sent; only before the account is confirmed.
  expect(readMetrics(await client.get('/confirm-email')).roundTrips).toBe(2);
  await client.confirm(await client.confirmationToken(fields.email));
  expect(readMetrics(await client.get('/account/setup'))).toEqual({ roundTrips: 1, objectCalls: 0 });
  await answerSetUp(client);
  expect(readMetrics(await client.get('/account/launching'))).toEqual({ roundTrips: 1, objectCalls: 1 });
  await client.post('/account/launching', {});
  expect(readMetrics(await client.get('/dashboard'))).toEqual({ roundTrips: 1, objectCalls: 1 });
});

test('second factors cost one round trip, listed or not', async () => {
  const database = openTestDatabase(portal.databaseUrl);
  const owner = await setUpOwner(portal, database);
  expect(readMetrics(await owner.client.get('/account/security')).roundTrips).toBe(1);
  expect(readMetrics(await owner.client.get('/account/security?add=app')).roundTrips).toBe(1);
  expect(readMetrics(await owner.client.get('/account/security?add=passkey')).roundTrips).toBe(1);
  const { recoveryCodes } = await addApp(owner.client);
  await addPasskey(owner.client, createSoftwareAuthenticator());
  database.close();
  expect(readMetrics(await owner.client.get('/account/confirm-access')).roundTrips).toBe(1);
  const pending = await pendingSignIn(owner);
  expect(readMetrics(await pending.get('/login/second-factor')).roundTrips).toBe(1);
  // The viewer, the counted attempt, and the sign-in.
  expect(readMetrics(await enterCode(pending, recoveryCodes[0] ?? '')).roundTrips).toBe(3);
});

test('a page’s billing data costs it one round trip', async () => {
  const database = openTestDatabase(portal.databaseUrl);
  const { client, fields } = await payingOwner(portal, database);
  database.close();
  const pages: Array<[path: string, roundTrips: number, objectCalls: number]> = [
    ['/account/change-plan', 1, 1],
    ['/account/change-plan?confirm=pro-1&period=monthly', 1, 1],
    ['/account/checkout?paid=subscribe', 1, 0],
    ['/manage/billing', 1, 1],
    ['/api/account/plan/next-payment', 1, 0],
    ['/api/account/payments', 2, 0],
    ['/api/v1/paddle/plans', 0, 0],
  ];
  for (const [path, roundTrips, objectCalls] of pages) {
    expect(readMetrics(await client.get(path)), path).toEqual({ roundTrips, objectCalls });
  }
  const billing = (form: Record<string, string>) => client.post('/manage/billing', form);
  // The viewer, and the entry in the account's activity.
  expect(readMetrics(await billing({ intent: 'change-card' })).roundTrips).toBe(2);
  const cancel = { intent: 'cancel', workspaceName: fields.accountName };
  // One more than other mutations: the right to change is claimed before the provider is called.
  for (const form of [cancel, { intent: 'resubscribe' }]) {
    expect(readMetrics(await billing(form)).roundTrips).toBeLessThanOrEqual(3);
  }
  const plan = { planId: 'pro-1', period: 'monthly' };
  expect(readMetrics(await post(client, '/account/plan/change/preview', plan)).roundTrips).toBe(1);
  const change = { intent: 'change', plan: 'pro-1', period: 'monthly', charge: 'now' };
  expect(readMetrics(await postChange(client, change)).roundTrips).toBe(3);
  // One more for the updated account, which the call returns.
  const again = { planId: 'pro-2', period: 'monthly', chargeNow: true };
  expect(readMetrics(await post(client, '/account/plan/change', again)).roundTrips).toBe(4);
});
