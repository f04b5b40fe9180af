import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type AuditKind, auditKinds, type KindOf, kindsOfGroup } from '#app/domain/access/audit.ts';
import { listItemsIn } from '../support/answer-parts.ts';
import {
  addTeammate,
  askForEmail,
  askForLink,
  changePassword,
  invite,
  newEmailToken,
  type Owner,
  registerOwner,
  setUpOwner,
  signIn,
  type Teammate,
} from '../support/people.ts';
import { newAddress, PortalClient } from '../support/portal-client.ts';
import { one, setCounter } from '../support/rows.ts';
import { factorAuditKinds } from '../support/second-factor.ts';
import { joinAs } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

/** Kinds that other tests cover: activity-matrix.test.ts, and held-webhooks.test.ts for webhooks. */
const otherGroups = ['billing', 'workspace', 'webhooks', 'backups', 'downloads'] as const;

/** A code needs a running workspace: login-code.test.ts; for second factors see second-factor-activity.test.ts. */
type ShownHere = Exclude<
  AuditKind,
  'signed_in_by_code' | KindOf<(typeof otherGroups)[number]> | (typeof factorAuditKinds)[number]
>;
const isShownHere = (kind: AuditKind): kind is ShownHere =>
  kind !== 'signed_in_by_code' &&
  !otherGroups.some((group) => kindsOfGroup[group].includes(kind)) &&
  !factorAuditKinds.some((other) => other === kind);

const ACTIVITY = '/account/activity';
/** The entries of the activity page. */
const entriesOf = listItemsIn;
const olderOf = (page: string) => page.match(/href="([^"]*\?before=[^"]*)"/)?.[1]?.replaceAll('&amp;', '&');
const read = async (client: PortalClient, path = ACTIVITY) => (await client.get(path)).text();

describe('account activity', () => {
  let owner: Owner;
  let teammate: Teammate;
  /** Each event's sentence and the address it came from. */
  let expected: Record<ShownHere, [sentence: string, address: string]>;
  let page: string;

  beforeAll(async () => {
    owner = await registerOwner(portal, database);
    const { client, fields, userId } = owner;
    const { email, password } = fields;
    const here = client.address;

    const joiner = new PortalClient(portal);
    const joinerEmail = newAddress();
    await joinAs(client, joiner, { email: joinerEmail, role: 'member' });
    const joined = await one(database, 'SELECT id FROM users WHERE email = ?', joinerEmail);
    teammate = { client: joiner, email: joinerEmail, password: 'compile me', userId: String(joined.id) };
    await client.post('/account/members', {
      intent: 'change-role',
      userId: teammate.userId,
      role: 'operator',
    });
    await joiner.post('/account?dialog=name', { intent: 'change-name', fullName: 'Grace Murray' });
    const leaving = await addTeammate(owner, database, 'billing');
    await client.post('/account/members', { intent: 'remove-member', userId: leaving.userId });
    const invited = newAddress();
    await invite(owner, invited, 'billing');
    const { id } = await one(database, 'SELECT id FROM invitations WHERE email = ?', invited);
    for (const intent of ['resend-invitation', 'revoke-invitation']) {
      await client.post('/account/members', { intent, invitationId: String(id) });
    }

    const thief = await signIn(portal, email, 'wrong horse');
    await setCounter(database, `sign_in:account:${userId}`, 10);
    const blocked = await signIn(portal, email, 'wrong horse');
    await setCounter(database, `sign_in:account:${userId}`, 0);

    const second = await signIn(portal, email, password);
    await second.client.post('/sign-out', {});
    await signIn(portal, email, password);
    const { id: sessionId } = await one(
      database,
      'SELECT id FROM sessions WHERE user_id = ? ORDER BY created_at DESC LIMIT 1',
      userId,
    );
    await client.post('/account', { intent: 'end-session', sessionId: String(sessionId) });
    await client.post('/account', { intent: 'end-other-sessions' });

    const byLink = new PortalClient(portal);
    const magic = await askForLink(portal, '/magic-link', email);
    await byLink.post(`/magic-link?token=${magic}`, {});

    const host = await setUpOwner(portal, database);
    await client.post(`/invitation?token=${await invite(host, email)}`, {});
    await client.post('/account', { intent: 'switch-account', accountId: owner.accountId });

    const made = { name: 'Nightly export', lifetime: '30', scopes: 'workspace:view' };
    await client.post('/account/tokens', { intent: 'create', ...made });
    const { id: tokenId } = await one(database, 'SELECT id FROM api_tokens WHERE user_id = ?', userId);
    await client.post('/account/tokens', { intent: 'revoke', tokenId: String(tokenId) });

    await changePassword(client, 'wrong horse', 'staple battery');
    await changePassword(client, password, 'staple battery');
    const newEmail = newAddress();
    await askForEmail(client, newEmail, 'staple battery');
    await client.post(`/change-email?token=${await newEmailToken(client, newEmail)}`, {});
    const resetToken = await askForLink(portal, '/forgot-password', newEmail);
    const forgetful = new PortalClient(portal);
    await forgetful.post(`/reset-password?token=${resetToken}`, { newPassword: 'another staple' });
    const back = new PortalClient(portal);
    await back.post('/login', { login: newEmail, password: 'another staple' });

    const anywhere = '';
    expected = {
      registered: ['Ada Lovelace registered the account', here],
      email_confirmed: ['Ada Lovelace confirmed their email', here],
      signed_in: ['Ada Lovelace signed in', back.address],
      signed_in_by_link: ['Ada Lovelace signed in with an emailed link', byLink.address],
      sign_in_failed: [`A sign-in as ${email} failed`, thief.client.address],
      sign_in_throttled: [
        `Sign-ins as ${email} were paused after too many failed attempts`,
        blocked.client.address,
      ],
      signed_out: ['Ada Lovelace signed out', second.client.address],
      magic_link_requested: [`A sign-in link was requested for ${email}`, anywhere],
      password_reset_requested: [`A password reset was requested for ${newEmail}`, anywhere],
      password_reset: ['Ada Lovelace reset their password', forgetful.address],
      password_changed: ['Ada Lovelace changed their password', here],
      password_refused: ['Ada Lovelace entered a wrong password for a change', here],
      name_changed: ['Grace Murray changed their name to Grace Murray', joiner.address],
      email_change_requested: [`Ada Lovelace requested to change their email to ${newEmail}`, here],
      email_changed: [`Ada Lovelace changed their email to ${newEmail}`, here],
      session_ended: ['Ada Lovelace ended one of their sessions', here],
      other_sessions_ended: ['Ada Lovelace ended all their other sessions', here],
      account_switched: ['Ada Lovelace switched to this workspace', here],
      member_invited: [`Ada Lovelace invited ${invited} as Billing`, here],
      invitation_resent: [`Ada Lovelace resent the invitation to ${invited}`, here],
      invitation_revoked: [`Ada Lovelace revoked the invitation to ${invited}`, here],
      invitation_accepted: [
        'Grace Murray accepted an invitation and joined as Member',
        teammate.client.address,
      ],
      role_changed: [`Ada Lovelace changed the role of ${teammate.email} to Operator`, here],
      member_removed: [`Ada Lovelace removed ${leaving.email}`, here],
      token_created: ['Ada Lovelace created the API token “Nightly export”', here],
      token_revoked: ['Ada Lovelace revoked the API token “Nightly export”', here],
    };
    page = await read(back);
    owner.client = back;
  });

  test.for(auditKinds.filter(isShownHere))('shows %s with its origin', (kind) => {
    const [sentence, address] = expected[kind];
    const entries = entriesOf(page).filter((entry) => entry.includes(`<p>${sentence}</p>`));
    expect(entries, sentence).not.toHaveLength(0);
    expect(entries.some((entry) => entry.includes(`${address}</p>`))).toBe(true);
  });

  test('marks refused actions', () => {
    const marked = entriesOf(page).filter((entry) => entry.includes('Refused'));
    expect(marked).toHaveLength(3);
  });

  test('lists the newest first', async () => {
    const { rows } = await database.execute({
      sql: 'SELECT at FROM audit_events WHERE account_id = ?',
      args: [owner.accountId],
    });
    const times = [...page.matchAll(/<time[^>]*dateTime="([^"]+)"/gi)].map(([, at]) => Date.parse(at ?? ''));
    expect(times).toHaveLength(rows.length);
    expect(times).toEqual([...times].sort((one, other) => other - one));
  });

  test('only the owner sees it', async () => {
    for (const role of ['member', 'billing', 'operator']) {
      await database.execute({
        sql: 'UPDATE memberships SET role = ? WHERE user_id = ?',
        args: [role, teammate.userId],
      });
      expect((await teammate.client.get(ACTIVITY)).status, role).toBe(403);
    }
    const stranger = await setUpOwner(portal, database);
    await stranger.client.post('/account', { intent: 'end-other-sessions' });
    const theirs = await read(stranger.client);
    expect(entriesOf(theirs)).toHaveLength(1);
    for (const secret of [teammate.email, owner.fields.email, owner.client.address]) {
      expect(theirs).not.toContain(secret);
    }
  });
});

describe('page by page', () => {
  let owner: Owner;
  let other: Owner;

  /** Inserts that many events into an account, three at the same instant. @returns each event's subject. */
  async function keepEvents({ accountId }: Owner, count: number): Promise<string[]> {
    const subjects = Array.from({ length: count }, (_, index) => `p${index}-${accountId}@example.com`);
    await database.batch(
      [
        { sql: 'DELETE FROM audit_events WHERE account_id = ?', args: [accountId] },
        ...subjects.map((subject, index) => ({
          sql: `INSERT INTO audit_events (id, at, account_id, kind, subject, address, user_agent)
            VALUES (?, ?, ?, 'member_invited', ?, '192.0.2.1', '')`,
          args: [`aud_${accountId}_${index}`, 1_000_000 + Math.floor(index / 3), accountId, subject],
        })),
      ],
      'write',
    );
    return subjects;
  }
  const subjectsOn = (page: string) => entriesOf(page).map((entry) => entry.match(/invited (\S+) as/)?.[1]);

  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
    other = await setUpOwner(portal, database);
    await keepEvents(other, 60);
  });

  test('fifty fit one page', async () => {
    await keepEvents(owner, 50);
    const page = await read(owner.client);
    expect(entriesOf(page)).toHaveLength(50);
    expect(page).not.toContain('Older');
  });

  test.for([51, 101, 120])('%i need several pages without duplicates', async (count) => {
    const kept = await keepEvents(owner, count);
    const seen: Array<string | undefined> = [];
    let next: string | undefined = ACTIVITY;
    for (let pages = 0; next !== undefined && pages < 5; pages += 1) {
      const page = await read(owner.client, next);
      seen.push(...subjectsOn(page));
      next = olderOf(page);
      expect(page.includes('Older')).toBe(next !== undefined);
    }
    expect(seen).toHaveLength(count);
    expect([...seen].sort()).toEqual([...kept].sort());
  });

  test('an invalid cursor, or another account’s, reveals nothing', async () => {
    const kept = await keepEvents(owner, 51);
    const theirs = olderOf(await read(other.client)) ?? '';
    expect(theirs).toContain('before=');
    const cursors = [
      theirs,
      ...['', '1', 'x.y', '1.aud_', "1.aud_' OR 1=1", '9'.repeat(400)].map(cursorPath),
    ];
    for (const cursor of cursors) {
      const answer = await owner.client.get(cursor);
      expect(answer.status, cursor).toBe(200);
      for (const subject of subjectsOn(await answer.text())) expect(kept).toContain(subject);
    }
  });
  const cursorPath = (before: string) => `${ACTIVITY}?${new URLSearchParams({ before })}`;

  test('an event can be gone when the next page is read', async () => {
    await keepEvents(owner, 51);
    const next = olderOf(await read(owner.client)) ?? '';
    await database.execute({
      sql: 'DELETE FROM audit_events WHERE id = ?',
      args: [new URLSearchParams(next.split('?')[1]).get('before')?.split('.')[1] ?? ''],
    });
    expect(subjectsOn(await read(owner.client, next))).toHaveLength(1);
  });
});
