import { afterAll, expect, inject, test } from 'vitest';
import type { Command } from '#app/domain/commands/command.ts';
import { addTeammate, invite, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

async function commandsOf(client: PortalClient): Promise<Command[]> {
  const response = await client.get('/commands');
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  return ((await response.json()) as { commands: Command[] }).commands;
}
const labels = (commands: readonly Command[], group: Command['group']) =>
  commands.filter((command) => command.group === group).map(({ label }) => label);

test('an owner is offered every page and action, the members and the help', async () => {
  const { client, fields } = await setUpOwner(portal, database);
  const commands = await commandsOf(client);
  expect(labels(commands, 'actions')).toEqual([
    'Open workspace',
    'Copy workspace address',
    'Restart workspace',
    'Back up now',
    'Change plan',
    'Change password',
    'Change name',
    'Contact support',
    'Sign out',
  ]);
  expect(labels(commands, 'pages')).toEqual(
    expect.arrayContaining(['Dashboard', 'Usage', 'Webhooks', 'Backups', 'Members', 'Activity']),
  );
  expect(labels(commands, 'members')).toEqual([fields.fullName]);
  expect(labels(commands, 'help').length).toBeGreaterThan(10);
  const { run } = commands.find(({ label }) => label === 'Copy workspace address') as Command;
  expect(run).toMatchObject({ kind: 'copy', text: expect.stringContaining(fields.accountName ?? '') });
});

test.each([
  ['operator', ['Restart workspace', 'Back up now'], ['Change plan']],
  ['billing', ['Change plan'], ['Restart workspace', 'Back up now']],
  ['member', ['Open workspace'], ['Restart workspace', 'Back up now', 'Change plan']],
] as const)('offers no commands that the role %s cannot use', async (role, offered, missing) => {
  const owner = await setUpOwner(portal, database);
  const { client } = await addTeammate(owner, database, role);
  const commands = await commandsOf(client);
  const actions = labels(commands, 'actions');
  for (const action of offered) expect(actions).toContain(action);
  for (const action of missing) expect(actions).not.toContain(action);
  expect(labels(commands, 'members')).toEqual([]);
  // No command opens a page that refuses the person.
  for (const { run } of commands.filter(({ group }) => group === 'pages')) {
    if (run.kind === 'open') expect([run.to, (await client.get(run.to)).status]).toEqual([run.to, 200]);
  }
});

test('finds nothing of another account, nor of the one that a person has left or switched away from', async () => {
  const host = await setUpOwner(portal, database, { fullName: 'Grace Hopper' });
  const guest = await setUpOwner(portal, database, { fullName: 'Annie Easley' });
  const own = async () => JSON.stringify(await commandsOf(guest.client));
  const ofHost = [host.fields.email, `${host.fields.accountName}.`, host.userId, host.accountId];
  const holdsAny = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word));
  expect(holdsAny(await own(), ofHost)).toEqual([]);

  const token = await invite(host, guest.fields.email, 'owner');
  await guest.client.post(`/invitation?token=${token}`, {});
  const joined = await own();
  expect(joined).toContain(host.fields.email);
  expect(joined).toContain(`${host.fields.accountName}.`);
  expect(joined).not.toContain(`${guest.fields.accountName}.`);
  await guest.client.post('/account', { intent: 'switch-account', accountId: guest.accountId });
  expect(holdsAny(await own(), ofHost)).toEqual([]);

  await guest.client.post('/account', { intent: 'switch-account', accountId: host.accountId });
  expect(await own()).toContain(host.fields.email);
  await database.execute({
    sql: 'DELETE FROM memberships WHERE account_id = ? AND user_id = ?',
    args: [host.accountId, guest.userId],
  });
  const answer = await guest.client.get('/commands');
  expect(holdsAny(await answer.text(), ofHost)).toEqual([]);
});

test('a name that looks like markup is text in the answer, and no page of its own', async () => {
  const { client, userId } = await setUpOwner(portal, database);
  // No form takes such a name; an account from before the rules may have it.
  const name = '<img src=x onerror=alert(1)>\u202e';
  await database.execute({ sql: 'UPDATE users SET name = ? WHERE id = ?', args: [name, userId] });
  const response = await client.get('/commands');
  expect(response.headers.get('Content-Type')).toContain('application/json');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  const { commands } = (await response.json()) as { commands: Command[] };
  expect(labels(commands, 'members')).toEqual([name]);
  expect(commands.every(({ id }) => !id.includes('<'))).toBe(true);
});

test('the theme is on the page from its first byte, and any other value is ignored', async () => {
  const client = new PortalClient(portal);
  const page = async () => (await client.get('/login')).text();
  expect(await page()).toContain('data-theme="system"');
  await client.post('/theme', { theme: 'dark', returnPath: '/login' });
  expect(await page()).toContain('data-theme="dark"');
  await client.post('/theme', { theme: '"><script>', returnPath: '//evil.example' });
  expect(await page()).toContain('data-theme="system"');
});
