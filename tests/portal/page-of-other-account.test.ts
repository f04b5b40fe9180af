import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { errors } from '#app/i18n/en/errors.ts';
import { ownerPages, stepPages } from '../e2e/support/form-pages.ts';
import { dumpOf, openRows } from '../support/account-rows.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { fieldsOf, pathOf, postedPages } from '../support/form-posts.ts';
import { invite, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { setUpOnline } from '../support/set-up.ts';
import { addPeopleIn, browserLike, type PersonInState, statesOf } from '../support/states.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const rows = openRows(portal.databaseUrl);
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

let people: PersonInState[];
beforeAll(async () => {
  const steps = ['before the survey', 'before the apps', 'before the invitations', 'before the launch'];
  people = await addPeopleIn(statesOf(...steps, 'active owner'), portal, rows);
});

/** Pages whose forms act in the account, and not only on the person; the upload has its own test. */
const pages = postedPages.filter(({ id }) => {
  const { kind, permission } = builtRoutes[id]?.module.action?.admission ?? {};
  const isOfAccount = kind === 'member' && permission !== 'profile:manage';
  return (isOfAccount || id === 'routes/account-tokens') && id !== 'routes/manage-export-upload';
});

test('every form of an account is refused from a page that shows another one', async () => {
  expect(pages.length).toBeGreaterThan(12);
  const accountIds = people.map(({ ids }) => ids.accountId);
  const before = await dumpOf(rows, accountIds);
  for (const { id, calls } of pages) {
    const posts = calls.flatMap((call) =>
      people
        .filter(({ state }) => (call.steps ?? [null]).includes(state.step))
        .map((person) => ({ call, person })),
    );
    expect(posts, id).not.toEqual([]);
    for (const { call, person } of posts) {
      const fields = new URLSearchParams([...fieldsOf(call, person.ids), ['pageAccountId', 'acc_other']]);
      const answer = await browserLike(person).post(pathOf(call, person.ids), fields);
      const title = `${id}, ${call.as ?? ''}, ${person.state.name}`;
      expect(answer.status, title).toBe(409);
      expect(await answer.text(), title).toContain(errors.page_of_other_account);
    }
  }
  expect(await dumpOf(rows, accountIds)).toEqual(before);
});

/** Forms that act on the person or the browser, and that switch accounts. */
const PERSONAL = [
  '/sign-out',
  '/theme',
  '/consent',
  '/account/close-banner',
  '/account',
  '/account/security',
];

test('an upload from a page that shows another account is refused before its file is read', async () => {
  const client = new PortalClient(portal);
  const { accountName } = await setUpOnline(client);
  const { id } = await one(database, 'SELECT id FROM accounts WHERE name = ?', accountName);
  const post = (pageAccountId: string) => {
    const form = new FormData();
    form.set('pageAccountId', pageAccountId);
    form.set('archive', new File([new Uint8Array(1_000)], 'backup.zip'));
    const headers = { Origin: portal.portalUrl, Accept: 'text/html' };
    return client.request('/manage/export/upload', { method: 'POST', headers, body: form });
  };
  const refused = await post('acc_other');
  expect(refused.status).toBe(409);
  expect(refused.headers.get('Location')).toBeNull();
  expect(await refused.text()).toContain(errors.page_of_other_account);
  const kept = await post(String(id));
  expect(kept.headers.get('Location')).toContain('/manage/export/restore?upload=');
});

test('every form of an account names the account that the page shows', async () => {
  let found = 0;
  const trialing = await addPeopleIn(statesOf('trialing owner'), portal, rows);
  for (const person of [...people, ...trialing]) {
    const shown = [...ownerPages, ...stepPages.map(([, path]) => path)];
    for (const path of shown) {
      const answer = await browserLike(person).get(path);
      if (answer.status !== 200) continue;
      const html = await answer.text();
      for (const [form, attributes = ''] of html.matchAll(/<form\b([^>]*)>[\s\S]*?<\/form>/g)) {
        const action = /action="([^"?]*)/.exec(attributes)?.[1] ?? path;
        // A button can post a form that otherwise asks for a page.
        if (!/method="post"/i.test(form) || PERSONAL.includes(action)) continue;
        found += 1;
        expect(form, path).toContain(`name="pageAccountId" value="${person.ids.accountId}"`);
      }
    }
  }
  expect(found).toBeGreaterThan(20);
});

test('an old tab acts in no account but its own', async () => {
  const host = await setUpOwner(portal, database);
  const guest = await setUpOwner(portal, database);
  const pageAccountId = guest.accountId;
  const restart = () => guest.client.post('/manage', { intent: 'restart', pageAccountId });
  // Accepting an invitation switches to its account.
  await guest.client.post(`/invitation?token=${await invite(host, guest.fields.email, 'owner')}`, {});
  expect((await restart()).status).toBe(409);
  await guest.client.post('/account', {
    intent: 'switch-account',
    accountId: guest.accountId,
    pageAccountId,
  });
  expect((await restart()).status).not.toBe(409);
});

test('a tab of another person or account opens again for the current one, and changes nothing', async () => {
  const { client, fields, accountId } = await setUpOwner(portal, database);
  const { accountName } = fields;
  const ask = (shown: string, { path = '/account', route = 'account', form = '' } = {}) => {
    const headers = { Origin: portal.portalUrl, 'X-Page-Viewer': shown };
    const post = { method: 'POST', body: new URLSearchParams(form) };
    return client.request(`${path}?_data=routes%2F${route}`, { headers, ...(form !== '' && post) });
  };
  const rename = { form: 'intent=change-name&fullName=Ada+Byron' };
  const reopened = { status: 204, location: `${portal.portalUrl}/account`, isDocument: true };
  const opened = { status: 200, location: null, isDocument: false };
  const answerOf = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    const isDocument = headers.has('X-Remix-Reload-Document');
    return { status, location: headers.get('X-Remix-Redirect'), isDocument };
  };
  expect(await answerOf(ask(`somebody ${accountId}`))).toEqual(reopened);
  expect(await answerOf(ask(`${accountName} acc_other`))).toEqual(reopened);
  expect(await answerOf(ask(`${accountName} ${accountId}`))).toEqual(opened);

  const refused = await ask(`somebody ${accountId}`, rename);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain(errors.page_of_other_account);
  expect(await (await client.get('/account')).text()).not.toContain('Ada Byron');
  // A name is the same in every account.
  expect((await ask(`${accountName} acc_other`, rename)).headers.get('X-Remix-Redirect')).toBe('/account');
  expect(await (await client.get('/account')).text()).toContain('Ada Byron');
});

test('a part that an open page requests by the API is about the page’s account, or refused', async () => {
  const { client, fields, accountId } = await setUpOwner(portal, database);
  const ask = async (account: string) => {
    const headers = { 'X-Page-Viewer': `${fields.accountName} ${account}` };
    return (await client.request('/api/account/billing/active', { method: 'HEAD', headers })).status;
  };
  expect([await ask(accountId), await ask('acc_other')]).toEqual([404, 409]);
});
