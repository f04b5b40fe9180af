import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type AccountRows, dumpOf, newAccount, openRows, write } from '../support/account-rows.ts';
import { newApp } from '../support/factor-rows.ts';
import { type HurtingCall, hurtingCalls } from '../support/hurting-actions.ts';
import { PortalClient } from '../support/portal-client.ts';
import { ageProofs } from '../support/second-factor.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const rows = openRows(portal.databaseUrl);
const database = openTestDatabase(portal.databaseUrl);

function stolen({ owner }: AccountRows): PortalClient {
  const thief = new PortalClient(portal);
  thief.cookies.set('token', owner.token);
  return thief;
}

function send(client: PortalClient, { path, form, json, method }: HurtingCall): Promise<Response> {
  if (form) return client.post(path, form);
  return client.request(path, {
    method: method ?? 'POST',
    headers: { Origin: portal.portalUrl, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  });
}

/** The password stands in these forms themselves; a second factor is asked for beside it. */
const asksForPassword = ['account change-email', 'account change-password'];

describe.for([
  ['with a second factor', true],
  ['without a second factor', false],
] as const)('a session stolen from somebody %s', ([, hasFactor]) => {
  let victim: AccountRows;
  let before: unknown;

  beforeAll(async () => {
    const { account, statements } = newAccount(rows, { step: null, subscription: 'active' });
    victim = account;
    await write(rows, [...statements, ...(hasFactor ? [newApp(rows, account.owner.userId)] : [])]);
    await ageProofs(database, account.owner);
    before = await dumpOf(rows, [account.accountId]);
  });

  const tried = hurtingCalls.filter(({ name }) => hasFactor || !asksForPassword.includes(name));
  test.for(tried)('does not get through $name', async (call) => {
    const answer = await send(stolen(victim), call);
    if (call.form) {
      expect(answer.headers.get('Location')).toBe(
        `/account/confirm-access?${new URLSearchParams({ returnPath: call.path })}`,
      );
    } else {
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'access_unconfirmed' });
    }
    expect(await dumpOf(rows, [victim.accountId])).toEqual(before);
  });

  test('does not show what a new app is set up with', async () => {
    for (const adds of ['app', 'passkey']) {
      const answer = await stolen(victim).get(`/account/security?add=${adds}`);
      expect(answer.headers.get('Location'), adds).toMatch(/^\/account\/confirm-access\?/);
    }
  });
});

test('a session that owes its factor gets nothing done, whatever it posts', async () => {
  const { account, statements } = newAccount(rows, { step: null, subscription: 'active' });
  await write(rows, [...statements, newApp(rows, account.owner.userId)]);
  await database.execute({
    sql: 'UPDATE sessions SET is_factor_due = 1 WHERE user_id = ?',
    args: [account.owner.userId],
  });
  const before = await dumpOf(rows, [account.accountId]);
  for (const call of hurtingCalls) {
    const answer = await send(stolen(account), call);
    if (call.form) expect(answer.headers.get('Location'), call.name).toMatch(/^\/login\/second-factor\?/);
    else expect(await answer.json(), call.name).toMatchObject({ code: 'second_factor_due' });
  }
  expect(await dumpOf(rows, [account.accountId])).toEqual(before);
});

test('a confirmation leads back to pages of the portal alone', async () => {
  const { account, statements } = newAccount(rows, { step: null, subscription: null });
  await write(rows, statements);
  for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example', '/%09/evil.example']) {
    const page = await stolen(account).get(
      `/account/confirm-access?${new URLSearchParams({ returnPath: evil })}`,
    );
    expect(await page.text(), evil).not.toMatch(/href="[^"]*evil\.example/);
  }
});
