import { expect, inject, test } from 'vitest';
import { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

test('opening the link confirms nothing; the button does', async () => {
  const client = new PortalClient(portal);
  const { fields } = await client.register();
  const token = await client.confirmationToken(fields.email);
  const page = await client.get(`/confirm-email?token=${token}`);
  expect(await page.text()).toContain('Confirm email');
  expect((await client.get('/dashboard')).headers.get('Location')).toBe('/confirm-email');
  const confirmed = await client.confirm(token);
  expect(confirmed.headers.get('Location')).toBe('/account/setup');
  expect((await client.get('/dashboard')).headers.get('Location')).toBe('/account/setup');
});

test('one of many concurrent uses starts the workspace', async () => {
  const client = new PortalClient(portal);
  const { fields } = await client.register();
  const token = await client.confirmationToken(fields.email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.confirm(token)));
  // For the same person a used link counts as a repeated click.
  for (const answer of answers) expect(answer.headers.get('Location')).toBe('/account/setup');
  const { rows } = await database.execute({
    sql: `SELECT count(*) AS n FROM outbox JOIN workspaces ON outbox.id = 'msg_provision_' || workspaces.id
      WHERE workspaces.name = ?`,
    args: [fields.accountName],
  });
  expect(rows[0]?.n).toBe(1);
});

test('a used link is refused to others and redirects its own person', async () => {
  const client = new PortalClient(portal);
  const { fields } = await client.register();
  const token = await client.confirmationToken(fields.email);
  await client.confirm(token);
  const again = await client.confirm(token);
  expect(again.headers.get('Location')).toBe('/account/setup');
  const other = await new PortalClient(portal).confirm(token);
  expect(other.status).toBe(400);
  expect(await other.text()).toContain(
    'Your email could not be confirmed. The link isn’t valid or was already used.',
  );
});

test('an expired link says so and changes nothing', async () => {
  const client = new PortalClient(portal);
  const { fields } = await client.register();
  const token = await client.confirmationToken(fields.email);
  await database.execute({
    sql: 'UPDATE link_tokens SET expires_at = 1 WHERE user_id = (SELECT id FROM users WHERE username = ?)',
    args: [fields.accountName],
  });
  const late = await client.confirm(token);
  expect(late.status).toBe(410);
  expect(await late.text()).toContain('The confirmation link has expired.');
  expect((await client.get('/dashboard')).headers.get('Location')).toBe('/confirm-email');
});

test.for(['', 'garbage', 'A'.repeat(43), '<script>', 'x'.repeat(10_000)])(
  'garbage is refused: %s',
  async (token) => {
    const answer = await new PortalClient(portal).confirm(token);
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('Your email could not be confirmed. The link isn’t valid or was already used.');
    expect(page).not.toContain('<script>alert');
  },
);

test('another mail can be requested after a minute, not before', async () => {
  const client = new PortalClient(portal);
  const { fields } = await client.register();
  const early = await client.post('/confirm-email', { intent: 'resend' });
  expect(early.status).toBe(429);
  expect(Number(early.headers.get('Retry-After'))).toBeGreaterThan(50);
  await database.execute({
    sql: 'UPDATE users SET confirmation_sent_at = confirmation_sent_at - 60000 WHERE username = ?',
    args: [fields.accountName],
  });
  const answers = await Promise.all([1, 2, 3].map(() => client.post('/confirm-email', { intent: 'resend' })));
  expect(answers.filter((answer) => answer.status === 302)).toHaveLength(1);
});
