import { expect, inject, test } from 'vitest';
import { invitationOf, resend } from '../support/member-calls.ts';
import { allMails, askForEmail, invite, setUpOwner } from '../support/people.ts';
import { type Mail, newAddress, PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
/** Sentences that are valid names. */
const sentences = [
  'Your account is locked, call 0800 1234 now',
  'Dear customer (urgent) – you won, write to support',
  'Вы выиграли приз, позвоните нам',
];

const holds = (mails: Mail[], word: string) =>
  mails.filter(({ subject, text, html }) => `${subject}${text}${html}`.includes(word)).length;

/** Dates the last confirmation mail far enough back for another. */
const waitAMinute = (email: string) =>
  database.execute({
    sql: 'UPDATE users SET confirmation_sent_at = confirmation_sent_at - 61000 WHERE email = ?',
    args: [email],
  });

test.for(sentences)('“%s” reaches no inbox that did not confirm that name', async (fullName) => {
  const known = await setUpOwner(portal, database);
  const inboxes: Array<[email: string, mails: number]> = [];

  // Registers with an unknown address and with another person's, and resends the mail.
  for (const email of [newAddress(), known.fields.email]) {
    const client = new PortalClient(portal);
    const { response } = await client.register({ fullName, email, confirmEmail: email });
    expect(response.status).toBe(302);
    await waitAMinute(email);
    expect((await client.post('/confirm-email', { intent: 'resend' })).status).toBe(302);
    if (email !== known.fields.email) inboxes.push([email, 2]);
  }

  // Changes to an unknown address and to another person's, and invites.
  const sender = await setUpOwner(portal, database, { fullName });
  const [unknown, invited] = [newAddress(), newAddress()];
  await askForEmail(sender.client, unknown, sender.fields.password);
  await askForEmail(sender.client, known.fields.email, sender.fields.password);
  await invite(sender, invited);
  await resend(sender.client, (await invitationOf(database, invited)).id);
  inboxes.push([unknown, 1], [invited, 2], [known.fields.email, 3]);

  for (const [email, count] of inboxes) {
    const mails = await allMails(sender.client, database, email);
    expect([email, mails.length, holds(mails, fullName)]).toEqual([email, count, 0]);
    expect(holds(mails, 'Hello,')).toBe(count);
  }
  // Mails greet a person by the name they confirmed.
  const own = await allMails(sender.client, database, sender.fields.email);
  expect(holds(own, `Hello ${fullName},`)).toBe(own.length);
  expect(own.length).toBe(2);
});
