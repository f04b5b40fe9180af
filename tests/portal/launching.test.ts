import { expect, inject, test } from 'vitest';
import { en } from '#app/i18n/en/index.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { advanceClock, setClusterFault } from '../support/set-up.ts';

const portal = inject('portal');
/** The landmark of the setup's steps. */
const steps = `aria-label="${en.ui.steps.label}"`;

test('a person whose workspace does not start can get help, sign out, or continue', async () => {
  const client = new PortalClient(portal);
  // As a browser's script fills it in: another zone in the survey would restart the polling.
  const { fields } = await client.register({ timezone: 'Europe/Berlin' });
  await setClusterFault(client, fields.accountName, 'crash-loop');
  await client.confirm(await client.confirmationToken(fields.email));
  await client.post('/account/setup', {
    workArea: 'ops',
    codingSkills: '3',
    companyIndustry: 'saas',
    companySize: '<20',
    timezone: 'Europe/Berlin',
  });
  await client.post('/account/setup', { intent: 'apps', apps: 'n8n-nodes-base.slack' });
  // The setup steps show only before the launch.
  expect(await (await client.get('/invite-teammate')).text()).toContain(steps);
  await client.post('/invite-teammate', { intent: 'skip' });

  // After the last polling attempt; repeated, because an answer that the cluster did not give in time starts the polling again.
  const page = await eventually(async () => {
    await advanceClock(client, fields.accountName, 'PT10M');
    const html = await (await client.get('/account/launching')).text();
    return html.includes('This is taking longer than usual') && html;
  });
  expect(page).not.toContain('This usually takes less than a minute');
  expect(page).toContain('We’ll keep trying.');
  for (const [, way] of [
    ['help', /<a[^>]*href="\/help"[^>]*>(?:<[^>]*>)*Get help/],
    ['sign-out', /<form[^>]*action="\/sign-out"/],
    ['dashboard', /Go to the dashboard/],
  ] as const) {
    expect(page).toMatch(way);
  }
  expect((await client.get('/help')).status).toBe(200);
  expect((await client.post('/account/launching', {})).headers.get('Location')).toBe('/dashboard');
  expect(await (await client.get('/dashboard')).text()).toContain('Offline');
  expect(await (await client.get('/invite-teammate')).text()).not.toContain(steps);
});
