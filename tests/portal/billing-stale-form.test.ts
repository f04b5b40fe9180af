import { afterAll, expect, inject, test } from 'vitest';
import { post } from '../support/api-calls.ts';
import { get, payingOwner, postChange } from '../support/billing-calls.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

const shownBy = (page: string) => page.match(/name="shown" value="([^"]+)"/)?.[1] ?? '';

test('forms that were loaded before another plan change say so, and neither undo it nor charge anything', async () => {
  const owner = await payingOwner(portal, database);
  const { client, fields } = owner;
  const pageOf = async (path: string) => (await client.get(path)).text();
  const form = { intent: 'change', plan: 'pro-1', period: 'monthly', charge: 'next-cycle' };
  const stale = {
    change: shownBy(await pageOf('/account/change-plan?confirm=pro-1&period=monthly')),
    cancel: shownBy(await pageOf('/manage/billing?dialog=cancel')),
  };
  // A colleague, in another tab.
  const yearly = { planId: 'pro-2', period: 'yearly', chargeNow: true };
  expect((await post(client, '/account/plan/change', yearly)).status).toBe(200);

  const cancellation = { intent: 'cancel', workspaceName: fields.accountName };
  const answers = [
    await postChange(client, { ...form, shown: stale.change }),
    await client.post('/manage/billing?dialog=cancel', { ...cancellation, shown: stale.cancel }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('Your plan or paid period has changed since this page was loaded.');
  }
  expect((await get(client, '/user/plan')).body).toMatchObject({ planId: 'pro-2' });

  const shown = shownBy(await pageOf('/account/change-plan?confirm=pro-1&period=yearly'));
  const fresh = { ...form, period: 'yearly', charge: 'now', shown };
  // The second is the same form, sent twice.
  for (let sent = 0; sent < 2; sent += 1) expect((await postChange(client, fresh)).status).toBe(302);
  expect((await get(client, '/user/plan')).body).toMatchObject({ planId: 'pro-1' });
});
