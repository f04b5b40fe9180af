import { afterAll, expect, inject, test } from 'vitest';
import { call, unwrap } from '../support/api-calls.ts';
import { openWorkspace } from '../support/ask-workspace.ts';
import { goInside } from '../support/backup-calls.ts';
import { eventually, newAddress, PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { advanceToProbe, joinAs, setUpOnline, untilOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

/** The next version in the sandbox's feed. */
const NEXT = '2.41.3';

const usedBy = async (client: PortalClient) =>
  (await unwrap<{ executions: number }>(call(client, 'GET', '/instance/usage'))).executions;

test('going back restores no access that people lost since the update, and keeps the executions counted', async () => {
  const owner = new PortalClient(portal);
  const member = new PortalClient(portal);
  const { accountName: name } = await setUpOnline(owner);
  const email = newAddress();
  await joinAs(owner, member, { email, role: 'member' });
  const memberInside = await openWorkspace(member, name);
  expect(await memberInside.isSignedIn()).toBe(true);
  const { id } = await (await goInside(owner, name)).createWorkflow('Daily report');
  await (await goInside(owner, name)).runWorkflow(id, 1);

  await call(owner, 'PUT', '/instance/configuration', { version: NEXT });
  await untilOnline(owner, { version: NEXT });
  await (await goInside(owner, name)).runWorkflow(id, 3);
  const { userId } = await one(database, 'SELECT id AS userId FROM users WHERE email = ?', email);
  await owner.post('/account/members', { intent: 'remove-member', userId: String(userId) });
  await eventually(async () => !(await memberInside.isSignedIn()));
  await eventually(
    async () =>
      (await (await owner.get('/manage/update')).text()).includes('Go back to') ||
      advanceToProbe(owner, name),
  );
  expect(await usedBy(owner)).toBe(4);

  expect((await call(owner, 'PUT', '/instance/go-back')).status).toBe(202);
  await untilOnline(owner, { version: '2.40.7' });
  expect(await usedBy(owner)).toBe(4);
  await eventually(async () => !(await memberInside.isSignedIn()));
});
