import { expect, inject, test } from 'vitest';
import { unsolicitedMail } from '#app/domain/access/mail-limits.ts';
import { throttleRules } from '#app/domain/access/throttle-rules.ts';
import { askForEmail, idsOf, setUpOwner } from '../support/people.ts';
import { eventually, newAddress, PortalClient, uniqueName } from '../support/portal-client.ts';
import { one, setCounter } from '../support/rows.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { ask, pixel } from '../support/ticket-calls.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

/** Waits until the outbox has delivered or dropped everything. */
const delivered = () =>
  eventually(async () => {
    const { n } = await one(
      database,
      "SELECT count(*) AS n FROM outbox WHERE kind = 'mail' AND delivered_at IS NULL",
    );
    return n === 0;
  });

test('twelve registrations of one inbox from twelve networks send five mails, without a visible difference', async () => {
  const inbox = uniqueName('victim');
  const addresses = Array.from(
    { length: 12 },
    (_, index) => `${inbox}${index % 2 ? `+${index}` : ''}@example.com`,
  );
  const answers = [];
  for (const email of addresses) {
    const client = new PortalClient(portal);
    const { response } = await client.register({ email, confirmEmail: email });
    const page = await client.get('/confirm-email');
    const text = (await page.text()).includes('Check your email');
    answers.push([response.status, response.headers.get('Location'), page.status, text]);
  }
  for (const answer of answers) expect(answer).toEqual([302, '/confirm-email', 200, true]);
  await delivered();
  const reader = new PortalClient(portal);
  const mails = await Promise.all([...new Set(addresses)].map((email) => reader.mails(email)));
  expect(mails.flat()).toHaveLength(unsolicitedMail.perHour);
});

test('records the cause of every unsolicited mail', async () => {
  const owner = await setUpOwner(portal, database);
  const { email, password } = owner.fields;
  const newcomer = new PortalClient(portal);
  const { fields } = await newcomer.register();
  await newcomer.register({ email, confirmEmail: email });
  await new PortalClient(portal).post('/magic-link', { email });
  await new PortalClient(portal).post('/forgot-password', { email });
  const known = new PortalClient(portal);
  await known.post('/login', { login: email, password });
  // Signed out, but the browser stays known.
  known.cookies.delete('token');
  await known.post('/forgot-password', { email });
  const next = newAddress('next');
  await askForEmail(owner.client, next, password);
  await askForEmail(owner.client, fields.email, password);
  await delivered();
  const { userId } = await idsOf(database, owner.fields.accountName);
  const { rows } = await database.execute({
    sql: `SELECT substr(limit_key, 1, instr(limit_key, ':') - 1) AS kind, cause FROM outbox
      WHERE cause IN (?, ?) OR cause IN (SELECT 'browser:' || token_hash FROM known_devices WHERE user_id = ?) ORDER BY 1`,
    args: [`user:${userId}`, `network:${newcomer.address}`, userId],
  });
  const causes = rows.map(({ kind, cause }) => `${kind} ${String(cause).split(':')[0]}`);
  expect(causes).toEqual([
    'new_email user',
    'new_email user',
    'registration network',
    'registration network',
    'reset_password browser',
  ]);
  const { n } = await one(
    database,
    "SELECT count(*) AS n FROM outbox WHERE limit_key GLOB 'registration:*' AND cause IS NULL",
  );
  expect(n).toBe(0);
});

test('an account at its daily file limit cannot send another, and sees when it can', async () => {
  // An archive needs a running workspace.
  const client = new PortalClient(portal);
  const { accountId } = await idsOf(database, (await setUpOnline(client)).accountName);
  const file = () => new File([pixel], 'pixel.png', { type: 'image/png' });
  expect((await ask(client, {}, file())).status).toBe(302);
  await setCounter(database, `uploads:account:${accountId}`, throttleRules['uploads:account'].limit);
  const refused = await ask(client, {}, file());
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(23 * 60 * 60);
  expect(await refused.text()).toContain('its limit of 50 files or 500 MB a day');
  // The limit counts files: a request without one succeeds.
  expect((await ask(client)).status).toBe(302);

  await setCounter(database, `uploads:account:${accountId}`, 0);
  await setCounter(
    database,
    `upload_bytes:account:${accountId}`,
    throttleRules['upload_bytes:account'].limit,
  );
  const form = new FormData();
  form.set('archive', new File(['zip'], 'backup.zip'));
  const archive = await client.request('/manage/export/upload', {
    method: 'POST',
    headers: { Origin: portal.portalUrl, Accept: 'text/html' },
    body: form,
  });
  expect(archive.status).toBe(429);
  expect(Number(archive.headers.get('Retry-After'))).toBeGreaterThan(23 * 60 * 60);
  expect(await archive.text()).toContain('its limit of 50 files or 500 MB a day');
});
