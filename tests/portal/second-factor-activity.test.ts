import { beforeAll, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { en } from '#app/i18n/en/index.ts';
import { allMails, type Owner, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import {
  addApp,
  addPasskey,
  ageProofs,
  codeOf,
  enterCode,
  factorAuditKinds,
  passkeyAsked,
  pendingSignIn,
} from '../support/second-factor.ts';
import { createSoftwareAuthenticator } from '../support/software-authenticator.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
const origin = new URL(portal.portalUrl).origin;

const sentences: Record<(typeof factorAuditKinds)[number], string> = {
  second_factor_due: 'Ada Lovelace entered their password and was asked for a second factor',
  second_factor_passed: 'Ada Lovelace signed in with their second factor',
  second_factor_refused: 'Ada Lovelace entered a wrong second factor',
  signed_in_by_passkey: 'Ada Lovelace signed in with a passkey',
  passkey_counter_went_back: 'A passkey of Ada Lovelace was refused: it may have been copied',
  access_confirmed: 'Ada Lovelace confirmed their identity',
  authenticator_added: 'Ada Lovelace added the authenticator app “Phone”',
  authenticator_removed: 'Ada Lovelace removed the authenticator app “Phone”',
  passkey_added: 'Ada Lovelace added the passkey “Laptop”',
  passkey_removed: 'Ada Lovelace removed the passkey “Laptop”',
  recovery_code_used: 'Ada Lovelace signed in with a recovery code',
  recovery_codes_replaced: 'Ada Lovelace replaced their recovery codes',
  browser_forgotten: 'Ada Lovelace removed a remembered browser',
  second_factor_removal_requested: 'Ada Lovelace requested to remove their lost second factor',
  second_factor_removal_refused: 'Ada Lovelace cancelled the request to remove their second factor',
  second_factor_removed: 'Ada Lovelace removed their lost second factor',
  second_factor_required: 'Ada Lovelace required two-factor authentication for all members',
  second_factor_optional: 'Ada Lovelace stopped requiring two-factor authentication',
};

let page: string;
/** Secrets, codes and links used in this test; none may be stored or mailed beyond its purpose. */
const secrets: string[] = [];
let owner: Owner;

beforeAll(async () => {
  owner = await setUpOwner(portal, database);
  const { client, userId, fields } = owner;
  const app = await addApp(client, 'Phone');
  const authenticator = createSoftwareAuthenticator();
  await addPasskey(client, authenticator, { name: 'Laptop' });
  const requires = (intent: string) => client.post('/account/members', { intent });
  await requires('require-second-factor');
  await requires('make-second-factor-optional');

  await enterCode(await pendingSignIn(owner), '000000');
  const [first = '', second = ''] = app.recoveryCodes;
  await enterCode(await pendingSignIn(owner), first, { remember: 'on' });
  await enterCode(await pendingSignIn(owner), codeOf(app, 1));
  const assertion = async (ceremony: { origin: string; counter?: number }) =>
    JSON.stringify(
      authenticator.assertPasskey(await passkeyAsked(new PortalClient(portal), '/login'), ceremony),
    );
  await new PortalClient(portal).post('/login', { intent: 'passkey', answer: await assertion({ origin }) });
  const copied = await assertion({ origin, counter: 1 });
  await new PortalClient(portal).post('/login', { intent: 'passkey', answer: copied });

  await ageProofs(database, owner);
  await client.post('/account/confirm-access', { intent: 'code', code: second });
  const codes = await client.post('/account/security', { intent: 'replace-codes' });
  expect(codes.status).toBe(200);
  const { id: browserId } = await one(
    database,
    'SELECT id FROM known_devices WHERE user_id = ? AND remembered_until IS NOT NULL',
    userId,
  );
  await client.post('/account/security', { intent: 'forget-browser', browserId: String(browserId) });
  const { id: passkeyId } = await one(database, 'SELECT id FROM passkeys WHERE user_id = ?', userId);
  await client.post('/account/security', { intent: 'remove-passkey', factorId: String(passkeyId) });

  const removal = async (path: string) => {
    await (await pendingSignIn(owner)).post('/login/second-factor', { intent: 'lost' });
    // A mail about an earlier change may arrive after it.
    const mail = (await allMails(client, database, fields.email)).find(({ text }) => text.includes(path));
    const tokenOf = (link: string) => mail?.text.match(new RegExp(`${link}\\?token=([\\w-]+)`))?.[1] ?? '';
    secrets.push(tokenOf('/second-factor/remove'), tokenOf('/second-factor/keep'));
    await database.execute({
      sql: "UPDATE link_tokens SET valid_from = ? WHERE user_id = ? AND purpose = 'remove_second_factor'",
      args: [Date.now() - MINUTE_MS, userId],
    });
    const answer = await new PortalClient(portal).post(`${path}?token=${tokenOf(path)}`, {});
    expect(answer.status, path).toBe(302);
  };
  await removal('/second-factor/keep');
  await removal('/second-factor/remove');

  const back = new PortalClient(portal);
  await back.post('/login', { login: fields.email, password: fields.password });
  await addApp(back, 'Phone');
  const { id: appId } = await one(database, 'SELECT id FROM authenticator_apps WHERE user_id = ?', userId);
  await back.post('/account/security', { intent: 'remove-app', factorId: String(appId) });
  page = await (await back.get('/account/activity')).text();
  secrets.push(...app.recoveryCodes);
});

test.for(factorAuditKinds)('%s is shown to the owner', (kind) => {
  expect(page).toContain(`<p>${sentences[kind]}</p>`);
});

test.for(['second_factor_refused', 'passkey_counter_went_back'] as const)(
  '%s is marked as refused, like a wrong password',
  (kind) => {
    const entry = page.match(new RegExp(`<p>${sentences[kind]}</p>.*?</li>`, 's'))?.[0] ?? '';
    expect(entry).toContain(en.activity.refused);
  },
);

test('each change of the factors sends a mail', async () => {
  const mails = (await allMails(owner.client, database, owner.fields.email))
    .filter(({ subject }) => subject === en.mail.secondFactorChanged.subject)
    .map(({ text }) => text);
  for (const sentence of Object.values(en.mail.secondFactorChanged.change)) {
    const [start = ''] = sentence.split('{{label}}');
    expect(
      mails.filter((text) => text.includes(start)),
      sentence,
    ).not.toEqual([]);
  }
});

test('no row of the history contains a code, a secret or a link', async () => {
  const { rows } = await database.execute({
    sql: 'SELECT * FROM audit_events WHERE account_id = ?',
    args: [owner.accountId],
  });
  const kept = JSON.stringify(rows);
  expect(rows.length).toBeGreaterThan(factorAuditKinds.length);
  expect(secrets).not.toContain('');
  for (const secret of secrets) expect(kept).not.toContain(secret);
});
