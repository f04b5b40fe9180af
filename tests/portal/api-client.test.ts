import createClient from 'openapi-fetch';
import { expect, inject, test } from 'vitest';
import type { paths } from '../support/api-schema.d.ts';
import { eventually, PortalClient, registrationFields } from '../support/portal-client.ts';
import { advanceToProbe } from '../support/set-up.ts';

const portal = inject('portal');

/** A script's client with openapi-typescript types: no cookies, and one Bearer token once it has one. */
function typedClient() {
  const browser = new PortalClient(portal);
  const client = createClient<paths>({
    baseUrl: `${portal.portalUrl}/api`,
    // Gives the client its own IP address, which the throttles count.
    fetch: async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      return browser.request(pathname + search, {
        method: request.method,
        headers: request.headers,
        ...(body !== '' && { body }),
      });
    },
  });
  return { client, browser };
}

test('a script registers, sets up its account, changes its workspace and exports its workflows', async () => {
  const { client, browser } = typedClient();
  const { fullName, email, confirmEmail, password, accountName } = registrationFields();
  const humanCheck = await browser.humanCheck();
  const registered = await client.POST('/auth/register', {
    body: { fullName, email, confirmEmail, password, accountName, humanCheck },
  });
  expect(registered.response.status).toBe(201);
  // With a cookie, another site could make a browser send a program's next call.
  expect(registered.response.headers.getSetCookie()).toEqual([]);
  client.use({
    onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${registered.data?.token}`);
    },
  });
  const early = await client.GET('/personalization-survey/answer');
  expect(early.error?.code).toBe('email_not_confirmed');
  const confirmed = await client.POST('/auth/confirm-email', {
    body: { token: await browser.confirmationToken(email) },
  });
  expect(confirmed.data?.user.confirmed).toBe(true);

  await client.POST('/personalization-survey/answer', {
    body: {
      workArea: 'ops',
      codingSkills: 3,
      companyIndustry: 'saas',
      companySize: '<20',
      timezone: 'Europe/Berlin',
    },
  });
  const survey = await client.GET('/personalization-survey/answer');
  expect(survey.data).toMatchObject({ workArea: 'ops', otherWorkArea: null });
  const apps = await client.POST('/account/selected-apps', { body: { apps: ['n8n-nodes-base.slack'] } });
  expect(apps.response.status).toBe(200);

  const isOnline = () =>
    eventually(async () => {
      const { data } = await client.GET('/instance');
      return data?.status === 1 ? data : advanceToProbe(browser, accountName);
    });
  const online = await isOnline();
  expect(online.name).toBe(accountName);
  const changed = await client.PUT('/instance/configuration', { body: { timezone: 'Asia/Tokyo' } });
  expect([changed.response.status, changed.data?.timezone]).toEqual([202, 'Asia/Tokyo']);
  await isOnline();
  const restarted = await client.PUT('/instance/restart');
  expect(restarted.data?.cause).toBe('restart');
  await isOnline();

  const { data: me } = await client.GET('/auth/me');
  expect([me?.account.planSpec.metadata.group, me?.user.role]).toEqual(['trial', 'owner']);
  const { data: plans } = await client.GET('/v1/paddle/plans');
  const [cheapest] = plans ?? [];
  const link = await client.POST('/v1/paddle/plan/{id}/generatePayLink', {
    params: { path: { id: cheapest?.id ?? '' } },
  });
  expect(link.data?.url).toContain(link.data?.transactionId);

  const begun = await client.POST('/export/workflows');
  expect(begun.response.status).toBe(202);
  const archive = await eventually(async () => {
    const params = { path: { id: begun.data?.id ?? '' } };
    const { response, data } = await client.GET('/export/{id}', { params, parseAs: 'arrayBuffer' });
    return response.status === 200 && (data as unknown as ArrayBuffer);
  });
  expect(new TextDecoder().decode(archive.slice(0, 2))).toBe('PK');

  const wrong = await client.PUT('/instance/configuration', { body: { timezone: 'Mars/Olympus' } });
  expect(wrong.error?.code).toBe('timezone_unknown');
  expect((await client.GET('/auth/logout')).response.status).toBe(204);
  expect((await client.GET('/auth/me')).error?.code).toBe('session_expired');
});
