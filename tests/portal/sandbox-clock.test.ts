import { expect, inject, test } from 'vitest';
import { PortalClient } from '../support/portal-client.ts';
import { advanceClock, setUpOnline } from '../support/set-up.ts';

const portal = inject('portal');

test('without the sandbox’s token a workspace’s clock returns 404', async () => {
  const client = new PortalClient(portal);
  const { accountName } = await client.registerConfirmed();
  const body = JSON.stringify({ workspace: accountName, advanceMs: 1_000 });
  const post = (headers: Record<string, string>) =>
    client.request('/sandbox/clock', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: portal.portalUrl, ...headers },
      body,
    });
  const wrong = 'w'.repeat(64);
  for (const headers of [
    {},
    { Authorization: 'Bearer ' },
    { Authorization: 'Bearer undefined' },
    { Authorization: `Bearer ${wrong}` },
    { Authorization: `Bearer ${client.cookies.get('token')}` },
  ]) {
    const answer = await post(headers);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  }
  expect((await client.get('/sandbox/clock')).status).toBe(404);
});

test('the sandbox moves clocks more often than the rate limit allows', async () => {
  const client = new PortalClient(portal);
  const { accountName } = await setUpOnline(client);
  // The limit is 120 a minute (wrangler.toml).
  for (let time = 0; time < 130; time += 1) await advanceClock(client, accountName, 'PT1S');
});
