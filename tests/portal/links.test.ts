import { beforeAll, describe, expect, inject, test } from 'vitest';
import { hashToken } from '#app/crypto/secrets.ts';
import {
  askForEmail,
  askForLink,
  idsOf,
  isSignedIn,
  newEmailToken,
  type Owner,
  setUpOwner,
} from '../support/people.ts';
import { newAddress, PortalClient } from '../support/portal-client.ts';
import { accessOf, eventCount, expireLink, one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

const AT_ONCE = 50;
const NOT_VALID = 'This link isn’t valid. It may have been used already. Please request a new one.';
const EXPIRED = 'This link has expired. Please request a new one.';
const NOT_CONFIRMED = 'Your email could not be confirmed. The link isn’t valid or was already used.';

/** A single-use link: its path, the body of its button's request, and the record of its use. */
interface LinkKind {
  path: string;
  form: Record<string, string>;
  invalid: string;
  expired: string;
  event: string;
}

const links = {
  confirmation: {
    path: '/confirm-email',
    form: { fullName: 'Grace Hopper', password: 'staple battery' },
    invalid: NOT_CONFIRMED,
    expired: 'The confirmation link has expired.',
    event: 'email_confirmed',
  },
  magic: {
    path: '/magic-link',
    form: {},
    invalid: NOT_VALID,
    expired: EXPIRED,
    event: 'signed_in_by_link',
  },
  reset: {
    path: '/reset-password',
    form: { newPassword: 'staple battery' },
    invalid: NOT_VALID,
    expired: EXPIRED,
    event: 'password_reset',
  },
  emailChange: {
    path: '/change-email',
    form: {},
    invalid: NOT_VALID,
    expired: EXPIRED,
    event: 'email_changed',
  },
} as const satisfies Record<string, LinkKind>;
type LinkName = keyof typeof links;
const linkNames = Object.keys(links) as LinkName[];

const addressOf = (kind: LinkKind, token: string) => `${kind.path}?${new URLSearchParams({ token })}`;
const use = (kind: LinkKind, token: string, client = new PortalClient(portal)) =>
  client.post(addressOf(kind, token), kind.form);

/** Mails a link of one kind to a person. @returns its token and its owner. */
async function mailLink(name: LinkName): Promise<{ token: string; userId: string; accountId: string }> {
  if (name === 'confirmation') {
    const client = new PortalClient(portal);
    const { fields } = await client.register();
    const token = await client.confirmationToken(fields.email);
    return { ...(await idsOf(database, fields.accountName)), token };
  }
  const { client, fields, ...person } = await setUpOwner(portal, database);
  const { email, password } = fields;
  if (name === 'magic') return { ...person, token: await askForLink(portal, '/magic-link', email) };
  if (name === 'reset') return { ...person, token: await askForLink(portal, '/forgot-password', email) };
  const newEmail = newAddress('new');
  await askForEmail(client, newEmail, password);
  return { ...person, token: await newEmailToken(client, newEmail) };
}

test.for(linkNames)('of fifty concurrent uses of a %s link, one succeeds', async (name) => {
  const kind = links[name];
  const { token, userId, accountId } = await mailLink(name);
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => use(kind, token)));
  const pages = await Promise.all(
    answers.map(async (answer) => [answer.status, await answer.text()] as const),
  );
  expect(pages.filter(([status]) => status === 302)).toHaveLength(1);
  const refused = pages.filter(([status]) => status === 400);
  // A chosen password is hashed before the link is known to be unused, so concurrent hashes are limited.
  const takesHash = name === 'reset' || name === 'confirmation';
  const heldBack = pages.filter(([status]) => status === 429);
  expect(refused.length + (takesHash ? heldBack.length : 0)).toBe(AT_ONCE - 1);
  for (const [, page] of refused) expect(page).toContain(kind.invalid);
  expect(await eventCount(database, accountId, kind.event)).toBe(1);
  const { n } = await one(database, 'SELECT count(*) AS n FROM sessions WHERE user_id = ?', userId);
  // A confirmation or magic link adds a session to the owner's own; a reset or a confirmation ends all earlier ones.
  expect(n).toBe({ confirmation: 1, magic: 2, reset: 0, emailChange: 1 }[name]);

  const before = await accessOf(database, userId);
  const replay = await use(kind, token);
  expect(replay.status).toBe(400);
  expect(await replay.text()).toContain(kind.invalid);
  expect(await accessOf(database, userId)).toEqual(before);
});

describe('links that are not used', () => {
  let owner: Owner;
  let pendingId: string;
  let tokens: Record<LinkName, string>;
  const state = async () => [await accessOf(database, owner.userId), await accessOf(database, pendingId)];

  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
    const { email, password } = owner.fields;
    const pending = new PortalClient(portal);
    const { fields } = await pending.register();
    pendingId = String((await one(database, 'SELECT id FROM users WHERE email = ?', fields.email)).id);
    const newEmail = newAddress('new');
    await askForEmail(owner.client, newEmail, password);
    tokens = {
      confirmation: await pending.confirmationToken(fields.email),
      magic: await askForLink(portal, '/magic-link', email),
      reset: await askForLink(portal, '/forgot-password', email),
      emailChange: await newEmailToken(owner.client, newEmail),
    };
  });

  test.for(linkNames)('opening a %s link changes nothing', async (name) => {
    const before = await state();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await new PortalClient(portal).request(addressOf(links[name], tokens[name]), { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie().join()).not.toContain('token=');
    }
    expect(await state()).toEqual(before);
  });

  test.for(linkNames)('a %s link is invalid for any other purpose', async (name) => {
    const before = await state();
    for (const other of linkNames.filter((one) => one !== name)) {
      const answer = await use(links[other], tokens[name]);
      expect(answer.status, other).toBe(400);
      expect(await answer.text()).toContain(links[other].invalid);
    }
    const invitation = `/invitation?token=${tokens[name]}`;
    const joined = await new PortalClient(portal).post(invitation, {
      fullName: 'Grace Hopper',
      password: 'compile me',
    });
    expect(joined.status).toBe(400);
    const byCode = await new PortalClient(portal).get(`/login?code=${tokens[name]}`);
    expect(byCode.headers.get('Location')).toBe('/login?returnPath=%2Fdashboard');
    expect(await state()).toEqual(before);
  });

  test.for(linkNames)('a %s link is not a session, by cookie or as a Bearer token', async (name) => {
    const before = await state();
    const client = new PortalClient(portal);
    expect(await isSignedIn(client, tokens[name])).toBe(false);
    const answer = await client.request('/api/instance', {
      headers: { Authorization: `Bearer ${tokens[name]}` },
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: 'Session expired', code: 'session_expired' });
    expect(await state()).toEqual(before);
  });

  test.for(linkNames)('a session’s token, its hash and garbage are not a %s link', async (name) => {
    const before = await state();
    const session = owner.client.cookies.get('token') ?? '';
    const garbage = [
      session,
      await hashToken(session),
      await hashToken(tokens[name]),
      tokens[name].slice(0, -1),
      `${tokens[name]}A`,
      '',
      "' OR 1=1 --",
      '\u0000',
      '%',
      'x'.repeat(10_000),
    ];
    for (const token of garbage) {
      const answer = await use(links[name], token);
      expect(answer.status, token.slice(0, 50)).toBe(400);
      expect(await answer.text()).toContain(links[name].invalid);
    }
    expect(await state()).toEqual(before);
  });

  test.for(linkNames)('an expired %s link says so', async (name) => {
    await expireLink(database, tokens[name]);
    const before = await state();
    const answer = await use(links[name], tokens[name]);
    expect(answer.status).toBe(410);
    expect(await answer.text()).toContain(links[name].expired);
    expect(await state()).toEqual(before);
  });
});
