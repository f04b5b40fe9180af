import { beforeAll, expect, inject, test } from 'vitest';
import { distinguishingParts } from '../support/answer-parts.ts';
import { addTeammate, allMails, type Owner, setUpOwner, type Teammate } from '../support/people.ts';
import { newAddress, PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

let owner: Owner;
let teammate: Teammate;
let pendingEmail: string;

beforeAll(async () => {
  owner = await setUpOwner(portal, database);
  teammate = await addTeammate(owner, database, 'operator');
  const { fields } = await new PortalClient(portal).register();
  pendingEmail = fields.email;
});

/** The form's response, and the page it redirects to. */
async function ask(path: string, email: string): Promise<unknown> {
  const client = new PortalClient(portal);
  const answer = await client.post(path, { email });
  const next = await client.get(answer.headers.get('Location') ?? '');
  return [await distinguishingParts(answer), await distinguishingParts(next)];
}

const subjects = { '/magic-link': /link to sign in/, '/forgot-password': /Choose a new password/ } as const;

test.for([
  ['/magic-link', false],
  ['/forgot-password', true],
] as const)('%s answers the same for everyone', async ([path, isForTeammates]) => {
  const strangerEmail = newAddress('nobody');
  const expected = await ask(path, owner.fields.email);
  expect(expected).toMatchObject([{ status: 302, location: `${path}?sent` }, { status: 200 }]);
  for (const email of [teammate.email, strangerEmail, pendingEmail, owner.fields.email.toUpperCase()]) {
    expect(await ask(path, email), email).toEqual(expected);
  }
  const mailsTo = async (email: string) =>
    (await allMails(owner.client, database, email)).filter(({ subject }) => subjects[path].test(subject));
  expect(await mailsTo(owner.fields.email)).toHaveLength(2);
  expect(await mailsTo(teammate.email)).toHaveLength(isForTeammates ? 1 : 0);
  expect(await mailsTo(strangerEmail)).toHaveLength(0);
  expect(await mailsTo(pendingEmail)).toHaveLength(0);
  const { n } = await one(
    database,
    `SELECT count(*) AS n FROM link_tokens JOIN users ON users.id = user_id
      WHERE users.email = ? AND purpose <> 'confirm_email'`,
    pendingEmail,
  );
  expect(n).toBe(0);
});

test.for(['/magic-link', '/forgot-password'] as const)(
  'the sixth %s for one e-mail within an hour gets the usual answer and sends no mail',
  async (path) => {
    const { email } = await new PortalClient(portal).registerConfirmed();
    const answers: unknown[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await ask(path, email));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const sent = (await allMails(owner.client, database, email)).filter(({ subject }) =>
      subjects[path].test(subject),
    );
    expect(sent).toHaveLength(5);
    const { n } = await one(
      database,
      `SELECT count(*) AS n FROM link_tokens JOIN users ON users.id = user_id
        WHERE users.email = ? AND purpose <> 'confirm_email'`,
      email,
    );
    // The delivery limits the mailed links: five for this inbox.
    expect(n).toBe(6);
  },
);

test.for([
  ['', 'Please enter an email address.'],
  ['a@b.c', 'An email address has at least 6 characters.'],
  ['nonsense', 'Please enter a valid email address, such as ada@example.com.'],
] as const)('refuses the e-mail %s beside its field', async ([email, sentence]) => {
  for (const path of ['/magic-link', '/forgot-password']) {
    const answer = await new PortalClient(portal).post(path, { email });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(sentence);
  }
});
