import { isDeepStrictEqual } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { type AccountRows, dumpOf, newAccount, openRows, write } from '../support/account-rows.ts';
import { apiCalls } from '../support/api-route-calls.ts';
import { zipOf } from '../support/backup-calls.ts';
import { billingApiCalls } from '../support/billing-api-route-calls.ts';
import { billingPageCalls } from '../support/billing-page-calls.ts';
import type { Call, Calls } from '../support/call.ts';
import { newApp } from '../support/factor-rows.ts';
import { handlers } from '../support/handlers.ts';
import { pageCalls } from '../support/page-calls.ts';
import { type PermissionRow, permissionRows, rowName } from '../support/permissions.ts';
import { PortalClient } from '../support/portal-client.ts';
import { proofCalls } from '../support/proof-calls.ts';
import { ageProofs } from '../support/second-factor.ts';
import { idsOf } from '../support/states.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const rows = openRows(portal.databaseUrl);
const database = openTestDatabase(portal.databaseUrl);
const tables: Calls = { ...pageCalls, ...billingPageCalls, ...apiCalls, ...billingApiCalls };
const UPLOAD = '/manage/export/upload';

/** A call as an account's owner would make it. */
interface Sent {
  method: string;
  path: string;
  form: Record<string, string> | undefined;
  json: unknown;
}

/** The calls of a row of docs/permissions.md, for one account. */
function callsOf(row: PermissionRow, account: AccountRows): Sent[] {
  return handlers
    .filter(({ route }) => route === row.path)
    .flatMap(({ name, what }) =>
      [...(tables[name] ?? []), ...(proofCalls[name] ?? [])]
        .map((call) => sendCall(call, what, account))
        .filter(({ method, form }) => method === row.method && (form?.intent ?? null) === row.intent),
    );
}

function sendCall(call: Omit<Call, 'admitted'>, what: 'loader' | 'action', account: AccountRows): Sent {
  const ids = idsOf(account);
  return {
    method: call.method ?? (what === 'loader' ? 'GET' : 'POST'),
    path: typeof call.path === 'function' ? call.path(ids) : call.path,
    form: typeof call.form === 'function' ? call.form(ids) : call.form,
    json: typeof call.json === 'function' ? call.json(ids) : call.json,
  };
}

async function bodyOf({ method, path, form, json }: Sent): Promise<BodyInit | null> {
  if (method === 'POST' && path === UPLOAD) {
    const archive = new FormData();
    archive.set('archive', await zipOf({ 'workflows.json': '[]' }), 'archive.zip');
    return archive;
  }
  if (form) return new URLSearchParams(form);
  return json === undefined ? null : JSON.stringify(json);
}

/** Sends a call with only the owner's session. */
async function steal({ owner }: AccountRows, sent: Sent): Promise<Response> {
  const thief = new PortalClient(portal);
  thief.cookies.set('token', owner.token);
  return thief.request(sent.path, {
    method: sent.method,
    headers: {
      Origin: portal.portalUrl,
      Accept: 'text/html',
      ...(sent.json !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: await bodyOf(sent),
  });
}

/** @returns whether the response requires a recent proof; a page's redirect must return to its path. */
async function asksForProof(answer: Response, { path }: Sent): Promise<boolean> {
  if (path.startsWith('/api/')) {
    const text = await answer.text();
    return answer.status === 403 && JSON.parse(text).code === 'access_unconfirmed';
  }
  await answer.body?.cancel();
  const target = answer.headers.get('Location');
  if (target === null || !target.startsWith('/account/confirm-access')) return false;
  expect(target).toBe(`/account/confirm-access?${new URLSearchParams({ returnPath: path })}`);
  return true;
}

/** Whether a form, body or file was refused as such, before any use case; an out-of-range plan redirects to its page. */
function isRefusedAsForm({ status, headers }: Response, { path }: Sent): boolean {
  const isSentBack = headers.get('Location')?.startsWith(`${path}?plan=`) === true;
  return isSentBack || [400, 405, 413, 415, 422].includes(status);
}

/** An account with everything a row can name; not yet written. */
const payingAccount = () => newAccount(rows, { step: null, subscription: 'active' });

/** An account, and its rows before a thief came. */
interface Victim {
  account: AccountRows;
  before: unknown;
}

async function newVictim(hasFactor: boolean): Promise<AccountRows> {
  const { account, statements } = payingAccount();
  await write(rows, [...statements, ...(hasFactor ? [newApp(rows, account.owner.userId)] : [])]);
  await ageProofs(database, account.owner);
  return account;
}

/** Rows that a signed-in person can use, except the live status: without an upgrade, no such call is done. */
const ofPeople = permissionRows.filter(
  ({ path, who }) => (who === 'person' || who.startsWith('caller')) && path !== '/api/instance/live',
);

describe.for([
  ['with a second factor', true],
  ['without a second factor', false],
] as const)('a session stolen from a person %s', ([, hasFactor]) => {
  /** A victim whose calls changed nothing, because they only read or were refused: the next call's victim. */
  let unchanged: Victim | null = null;
  async function takeVictim(): Promise<Victim> {
    const taken = unchanged;
    unchanged = null;
    if (taken) return taken;
    const account = await newVictim(hasFactor);
    return { account, before: await dumpOf(rows, [account.accountId]) };
  }

  test.for(ofPeople.map((row) => ({ row, name: rowName(row), proof: row.proof })))(
    '$name requires a recent proof as in docs/permissions.md: $proof',
    async ({ row, proof }) => {
      const outcomes = { asked: 0, done: 0 };
      for (const index of callsOf(row, payingAccount().account).keys()) {
        // A call that was done may have ended the session, so the next one has another victim.
        const victim = await takeVictim();
        const sent = callsOf(row, victim.account)[index];
        if (!sent) throw new Error('The calls of a row are the same for every account.');
        const answer = await steal(victim.account, sent);
        expect(answer.status, sent.path).not.toBe(429);
        const isAsked = await asksForProof(answer, sent);
        const isRefused = !isAsked && isRefusedAsForm(answer, sent);
        if (isAsked || isRefused || sent.method === 'GET') {
          const after = await dumpOf(rows, [victim.account.accountId]);
          if (isAsked) expect(after).toEqual(victim.before);
          if (isDeepStrictEqual(after, victim.before)) unchanged = victim;
        }
        if (isAsked) outcomes.asked += 1;
        else if (!isRefused) outcomes.done += 1;
      }
      const isAlways = proof === 'always' || (proof === 'with-factor' && hasFactor);
      expect(outcomes.asked > 0).toBe(isAlways || proof === 'partly');
      if (isAlways) expect(outcomes.done).toBe(0);
      // A row whose calls all fail at the form would prove nothing; only the form that holds the password may do so.
      else if (proof !== 'with-factor' && !row.path.endsWith('/confirm-access'))
        expect(outcomes.done).toBeGreaterThan(0);
    },
  );

  test('does not show the secret of a new app or passkey', async () => {
    for (const adds of ['app', 'passkey']) {
      const sent = {
        method: 'GET',
        path: `/account/security?add=${adds}`,
        form: undefined,
        json: undefined,
      };
      expect(await asksForProof(await steal(await newVictim(hasFactor), sent), sent), adds).toBe(true);
    }
  });
});

test('as many rows ask for a recent proof as were reviewed', () => {
  const asking = permissionRows.filter(({ proof }) => proof !== 'never');
  expect(asking.filter((row) => !ofPeople.includes(row)).map(rowName)).toEqual([]);
  expect(asking.length).toBeGreaterThan(20);
});

test('a session with a pending factor can do nothing, whatever it posts', async () => {
  const victim = await newVictim(true);
  await database.execute({
    sql: 'UPDATE sessions SET is_factor_due = 1 WHERE user_id = ?',
    args: [victim.owner.userId],
  });
  const before = await dumpOf(rows, [victim.accountId]);
  for (const row of ofPeople.filter(({ proof, method }) => proof !== 'never' && method !== 'GET')) {
    for (const sent of callsOf(row, victim)) {
      const answer = await steal(victim, sent);
      if (sent.path.startsWith('/api/')) {
        expect(await answer.json(), rowName(row)).toMatchObject({ code: 'second_factor_due' });
      } else {
        expect(answer.headers.get('Location'), rowName(row)).toMatch(/^\/login\/second-factor\?/);
      }
    }
  }
  expect(await dumpOf(rows, [victim.accountId])).toEqual(before);
});

test('a confirmation only redirects to pages of the portal', async () => {
  const victim = await newVictim(false);
  for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example', '/%09/evil.example']) {
    const path = `/account/confirm-access?${new URLSearchParams({ returnPath: evil })}`;
    const page = await steal(victim, { method: 'GET', path, form: undefined, json: undefined });
    expect(await page.text(), evil).not.toMatch(/href="[^"]*evil\.example/);
  }
});
