import { expect, inject, test } from 'vitest';
import { PortalClient } from '../support/portal-client.ts';

const portal = inject('portal');

/** What the database client and the objects were asked while the page was made, as the Worker counted it. */
function spent(response: Response) {
  const timing = response.headers.get('Server-Timing') ?? '';
  return {
    roundTrips: Number(timing.match(/db;desc="(\d+)"/)?.[1]),
    objectCalls: Number(timing.match(/object;desc="(\d+)"/)?.[1]),
  };
}

test.for(['/login', '/register', '/no-such-page', '/confirm-email?token=x'])(
  'an anonymous page makes no round trip: %s',
  async (path) => {
    expect(spent(await new PortalClient(portal).get(path))).toEqual({ roundTrips: 0, objectCalls: 0 });
  },
);

test('a signed-in page makes one round trip and at most one object call', async () => {
  const client = new PortalClient(portal);
  const { fields } = await client.register();
  expect(spent(await client.get('/confirm-email')).roundTrips).toBe(1);
  await client.confirm(await client.confirmationToken(fields.email));
  expect(spent(await client.get('/account/setup'))).toEqual({ roundTrips: 1, objectCalls: 0 });
  await client.post('/account/setup', {
    workArea: 'ops',
    codingSkills: '0',
    companyIndustry: 'saas',
    companySize: '<20',
    timezone: 'Etc/UTC',
  });
  await client.post('/account/setup', { intent: 'apps', apps: 'n8n-nodes-base.slack' });
  await client.post('/invite-teammate', { action: 'skip' });
  expect(spent(await client.get('/account/launching'))).toEqual({ roundTrips: 1, objectCalls: 1 });
  await client.post('/account/launching', {});
  expect(spent(await client.get('/dashboard'))).toEqual({ roundTrips: 1, objectCalls: 1 });
});
