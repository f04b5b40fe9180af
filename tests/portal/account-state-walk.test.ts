import { afterAll, inject, test } from 'vitest';
import { en } from '#app/i18n/en/index.ts';
import { simulate, subscribe } from '../support/billing-calls.ts';
import { registerOwner } from '../support/people.ts';
import { eventually } from '../support/portal-client.ts';
import { advanceClock, advanceToProbe, instanceOf } from '../support/set-up.ts';
import { expectScreens } from '../support/state-screens.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

const { deleted } = en.billing.state;

test('no two screens disagree about any state of an account from its trial to its deletion', async () => {
  const owner = await registerOwner(portal, database);
  const { client, fields } = owner;
  const name = fields.accountName;
  /** Waits for a status (spec §4), and moves the clock to each probe of the cluster. */
  const untilStatus = (status: number) =>
    eventually(async () => {
      await advanceClock(client, name, 'PT5S');
      return (await instanceOf(client)).status === status;
    });
  const isDeleted = async () => (await (await client.get('/dashboard?whole')).text()).includes(deleted.title);

  await untilStatus(1);
  await expectScreens(client, 'trial', 'running');
  await advanceClock(client, name, 'P14D');
  await untilStatus(3);
  await expectScreens(client, 'trial', 'stopped');

  await subscribe(owner, { planId: 'starter', period: 'monthly' });
  await untilStatus(1);
  await expectScreens(client, 'active', 'running');

  await simulate(owner, database, 'payment_failed', 'past_due');
  await expectScreens(client, 'past_due', 'running');
  await simulate(owner, database, 'paused', 'paused');
  await untilStatus(3);
  await expectScreens(client, 'paused', 'stopped');

  await simulate(owner, database, 'resumed', 'active');
  await untilStatus(1);
  await client.post('/manage/billing', { intent: 'cancel', workspaceName: name });
  await expectScreens(client, 'cancelled', 'running');

  await simulate(owner, database, 'canceled', 'deleted');
  // The deletion waits for a day after the last warning.
  await untilStatus(3);
  await expectScreens(client, 'ended', 'stopped');
  await advanceClock(client, name, 'P2D');
  await eventually(async () => (await isDeleted()) || advanceToProbe(client, name));
  await expectScreens(client, 'ended', 'deleted');
});
