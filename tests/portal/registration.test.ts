import { describe, expect, inject, test } from 'vitest';
import { eventually, PortalClient, uniqueName } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

/** Posts a valid registration except for `wrong`. @returns the form's response. */
async function expectRefusal(wrong: Record<string, string>, client = new PortalClient(portal)) {
  const { response, fields } = await client.register(wrong);
  const page = await response.text();
  return { status: response.status, page, fields, client };
}

async function countAccounts(name: string): Promise<number> {
  const { rows } = await database.execute({
    sql: 'SELECT count(*) AS n FROM accounts WHERE name = ?',
    args: [name],
  });
  return Number(rows[0]?.n);
}

const html = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll("'", '&#x27;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

describe('each limit of spec §5 gets its own sentence, keeps the input and changes nothing', () => {
  const long = (length: number) => 'a'.repeat(length);
  const cases: Array<[string, Record<string, string>, string]> = [
    ['a name of 2', { accountName: 'ab' }, 'Please use at least 3 characters.'],
    ['a name of 26', { accountName: long(26) }, 'Please use at most 25 characters.'],
    ['a leading digit', { accountName: '1abc' }, 'The name must start with a letter.'],
    ['a trailing hyphen', { accountName: 'abc-' }, 'The name must end with a letter or a digit.'],
    ['capitals', { accountName: 'Abcdef' }, 'Please use lowercase letters, digits and hyphens only.'],
    [
      'a reserved name',
      { accountName: 'admin' },
      'This account name is already taken. Please choose another.',
    ],
    ['a password of 7', { password: long(7) }, 'Please use at least 8 characters.'],
    ['a password of 65', { password: long(65) }, 'Please use at most 64 characters.'],
    [
      'mismatching e-mails',
      { confirmEmail: 'other@example.com' },
      "Email doesn't match, check for spelling errors.",
    ],
    [
      'an e-mail of 5',
      { email: 'a@b.c', confirmEmail: 'a@b.c' },
      'An email address has at least 6 characters.',
    ],
    ['no e-mail at all', { email: 'not-an-email' }, 'Please enter a valid email address'],
    ['no human check', { humanCheck: '' }, 'Please check the checkbox.'],
    ['a made-up human check', { humanCheck: btoa('{"challenge":{}}') }, 'Please check the checkbox.'],
    ...[...'&<>!`/={};:."\\'].map((character): [string, Record<string, string>, string] => [
      `a full name with ${character}`,
      { fullName: `Ada${character}Lovelace` },
      'A name can’t contain any of',
    ]),
  ];

  test.for(cases)('%s', async ([, wrong, sentence]) => {
    const name = wrong.accountName ?? uniqueName();
    const { status, page, fields } = await expectRefusal({ accountName: name, ...wrong });
    expect(status).toBe(422);
    expect(page).toContain(html(sentence));
    if (!wrong.email) expect(page).toContain(`value="${html(fields.email)}"`);
    expect(page).not.toContain(
      fields.password === 'correct horse' ? 'correct horse' : `value="${fields.password}"`,
    );
    expect(await countAccounts(name)).toBe(0);
  });
});

test.for([
  [
    'a name of 3',
    {
      accountName: uniqueName('a')
        .slice(-3)
        .replace(/^[^a-z]/, 'a'),
    },
  ],
  ['a name of 25', { accountName: uniqueName('bb').padEnd(25, 'x') }],
  ['a password of 8', { password: 'loom 826' }],
  ['a password of 64', { password: 'p'.repeat(64) }],
] as const)('the other side of each limit is accepted: %s', async ([, fields]) => {
  const { response } = await new PortalClient(portal).register({ ...fields });
  expect(response.headers.get('Location')).toBe('/confirm-email');
});

test('the terms open beside the form, which loses nothing that was typed', async () => {
  const page = await (await new PortalClient(portal).get('/register')).text();
  const legal = page.match(/<a [^>]*>(?:terms|privacy policy)\b.*?<\/a>/g) ?? [];
  expect(legal).toHaveLength(2);
  for (const link of legal) expect(link).toMatch(/ target="_blank".*\(opens in a new tab\)/);
});

test.for([
  ['with a tick', { newsletter: 'on' }, 1],
  ['without a tick', {}, 0],
] as const)('the newsletter is sent only to people who ask for it: %s', async ([, ticked, wanted]) => {
  const { fields } = await new PortalClient(portal).register(ticked);
  const { rows } = await database.execute({
    sql: 'SELECT wants_newsletter AS wanted FROM users WHERE username = ?',
    args: [fields.accountName],
  });
  expect(rows).toMatchObject([{ wanted }]);
});

test('refuses a taken name without affecting its owner', async () => {
  const owner = new PortalClient(portal);
  const taken = await owner.registerConfirmed();
  const { status, page } = await expectRefusal({ accountName: taken.accountName });
  expect(status).toBe(422);
  expect(page).toContain('This account name is already taken. Please choose another.');
  expect(await countAccounts(taken.accountName)).toBe(1);
});

test('a used e-mail gets the usual answer; only its owner is notified', async () => {
  const owner = await new PortalClient(portal).registerConfirmed();
  const stranger = new PortalClient(portal);
  const { response } = await stranger.register({ email: owner.email, confirmEmail: owner.email });
  expect(response.headers.get('Location')).toBe('/confirm-email');
  const page = await (await stranger.get('/confirm-email')).text();
  expect(page).toContain('Check your email');
  const mail = await stranger.mail(owner.email, /already have a Weft Cloud account/);
  expect(mail.text).not.toContain('token=');
});

test('the first confirmation of a shared e-mail wins; the second shows that', async () => {
  const [first, second] = [new PortalClient(portal), new PortalClient(portal)];
  const { fields } = await first.register();
  const { fields: others } = await second.register({ email: fields.email, confirmEmail: fields.email });
  const mails = await eventually(async () => {
    const found = (await first.mails(fields.email)).filter((mail) => /Confirm/.test(mail.subject));
    return found.length === 2 && found;
  });
  const tokenOf = (name: string) =>
    mails.find((mail) => mail.text.includes(`“${name}”`))?.text.match(/token=([A-Za-z0-9_-]+)/)?.[1] ?? '';
  const confirmed = await first.confirm(tokenOf(fields.accountName));
  expect(confirmed.headers.get('Location')).toBe('/account/setup');
  const late = await second.confirm(tokenOf(others.accountName));
  expect(late.status).toBe(409);
  expect(await late.text()).toContain('This email address already belongs to an account.');
});

test('a form posted twice creates one account, and both posts are signed in to it', async () => {
  const client = new PortalClient(portal);
  const humanCheck = await client.humanCheck();
  const name = uniqueName();
  const email = `${name}@example.com`;
  const post = () => client.register({ humanCheck, accountName: name, email, confirmEmail: email });
  const answers = await Promise.all([post(), post(), post()]);
  for (const { response } of answers) expect(response.headers.get('Location')).toBe('/confirm-email');
  expect(await countAccounts(name)).toBe(1);
  await client.mail(email, /Confirm/);
  expect((await client.mails(email)).length).toBe(1);
});

test('a redeemed human check is refused for anyone else', async () => {
  const client = new PortalClient(portal);
  const { fields } = await client.register();
  const { status, page } = await expectRefusal({ humanCheck: fields.humanCheck });
  expect(status).toBe(422);
  expect(page).toContain('Please check the checkbox.');
});

describe('registering again after a mistyped e-mail', () => {
  const startOver = (client: PortalClient) => client.post('/confirm-email', { intent: 'start-over' });

  test('keeps the account name, signs the browser out, and voids the link in the other inbox', async () => {
    const client = new PortalClient(portal);
    const { fields } = await client.register();
    const strangers = await client.confirmationToken(fields.email);
    const session = client.cookies.get('token') ?? '';
    const answer = await startOver(client);
    expect(answer.headers.get('Location')).toBe('/register');
    expect(client.cookies.has('token')).toBe(false);
    expect(await (await client.get('/register')).text()).toContain('Its account name is free again.');
    expect(await countAccounts(fields.accountName)).toBe(0);
    const bare = new PortalClient(portal);
    bare.cookies.set('token', session);
    expect((await bare.get('/confirm-email')).headers.get('Location')).toBe('/');

    const email = `right-${fields.email}`;
    const { accountName } = fields;
    const again = await client.register({ accountName, email, confirmEmail: email });
    expect(again.response.headers.get('Location')).toBe('/confirm-email');
    expect((await new PortalClient(portal).confirm(strangers)).status).toBe(400);
    const confirmed = await client.confirm(await client.confirmationToken(email));
    expect(confirmed.headers.get('Location')).toBe('/account/setup');
  });

  test('with the human check of the withdrawn form asks for another, since the name is free', async () => {
    const client = new PortalClient(portal);
    const { fields } = await client.register();
    await startOver(client);
    const again = await client.register(fields);
    expect(again.response.status).toBe(422);
    const page = await again.response.text();
    expect(page).toContain('Please check the checkbox.');
    expect(page).not.toContain('This account name is already taken');
  });

  test.for(['start-over', 'resend'])(
    '%s acts only on the registration that its page shows',
    async (intent) => {
      const client = new PortalClient(portal);
      const first = await client.register();
      const staleTab = await (await client.get('/confirm-email')).text();
      const forms = [...staleTab.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => form);
      const form = forms.find((one) => one.includes(`value="${intent}"`)) ?? '';
      const pageAccountId = /name="pageAccountId" value="(acc_[^"]+)"/.exec(form)?.[1] ?? '';
      await startOver(client);
      const second = await client.register();
      const refused = await client.post('/confirm-email', { intent, pageAccountId });
      expect(refused.status).toBe(409);
      expect(await countAccounts(first.fields.accountName)).toBe(0);
      expect(await countAccounts(second.fields.accountName)).toBe(1);
    },
  );

  test('deletes nothing of a person who has confirmed, nor of anyone else', async () => {
    const client = new PortalClient(portal);
    const { accountName } = await client.registerConfirmed();
    const other = await new PortalClient(portal).register();
    expect((await startOver(client)).headers.get('Location')).toBe('/register');
    expect((await client.get('/register')).headers.get('Location')).toBe('/account/setup');
    await startOver(new PortalClient(portal));
    expect([await countAccounts(accountName), await countAccounts(other.fields.accountName)]).toEqual([1, 1]);
  });
});

test('an unconfirmed registration frees its name after a day', async () => {
  const { fields } = await new PortalClient(portal).register();
  await database.execute({
    sql: 'UPDATE users SET confirmation_sent_at = confirmation_sent_at - 86400001 WHERE username = ?',
    args: [fields.accountName],
  });
  const { response } = await new PortalClient(portal).register({ accountName: fields.accountName });
  expect(response.headers.get('Location')).toBe('/confirm-email');
  expect(await countAccounts(fields.accountName)).toBe(1);
});
