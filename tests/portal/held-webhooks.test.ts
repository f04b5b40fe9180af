import { beforeAll, expect, inject, test } from 'vitest';
import { auditKinds } from '#app/domain/access/audit.ts';
import { en } from '#app/i18n/en/index.ts';
import { call, unwrap } from '../support/api-calls.ts';
import { wordsOf } from '../support/backup-calls.ts';
import { holdWebhooks } from '../support/held-calls.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { advanceClock, joinAs, setUpOnline, untilOnline } from '../support/set-up.ts';

const portal = inject('portal');
const SCREEN = '/manage/webhooks';
const owner = new PortalClient(portal);
let workspace: string;
let email: string;
/** Held requests that wait while the replay is paused. */
let ids: string[];

const order = { path: '/webhook/echo?token=s3cret&page=2', body: '{"order":17}' };
const secretHeaders = {
  'Content-Type': 'application/json',
  Authorization: 'Bearer s3cret',
  'X-Hub-Signature-256': 'sha256=s3cret',
  Cookie: 'sid=s3cret',
  'X-Order': '17',
};

interface Listed {
  id: string;
  path: string;
  state: string;
  hasContent: boolean;
}

const list = (query = '', client = owner) =>
  unwrap<Listed[]>(call(client, 'GET', `/instance/held-webhooks${query}`));
const page = async (path = SCREEN, client = owner) => wordsOf(await client.get(path));

beforeAll(async () => {
  ({ accountName: workspace, email } = await setUpOnline(owner));
});

test('before the first held request the screen explains the queue, with one round trip and one object call', async () => {
  const response = await owner.get(SCREEN);
  expect(response.headers.get('Server-Timing')).toBe('db;desc="1", object;desc="1"');
  const words = await wordsOf(response);
  expect(words).toContain('Nothing is held');
  expect(words).toContain('their senders get a 202');
});

test('lists held requests with their reason, newest first, and without their content', async () => {
  ids = await holdWebhooks(owner, workspace, [
    { ...order, headers: secretHeaders },
    { path: '/webhook/echo', method: 'PUT', body: Buffer.from([0, 255, 1]) },
    { path: '/webhook/other', body: '' },
  ]);
  await untilOnline(owner);
  const response = await owner.get(SCREEN);
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  const html = await response.clone().text();
  expect(html).not.toContain('s3cret');
  // The form names what its page shows, so that it replays no later failure.
  expect(html.match(/name="attempts" value="0"/g)).toHaveLength(3);
  const words = await wordsOf(response);
  expect(words).toMatch(/Waiting 3 Failed 0/);
  expect(words).toContain('The replay is paused');
  expect(words).toMatch(/POST \/webhook\/other .* PUT \/webhook\/echo .* POST \/webhook\/echo/);
  expect(words).toContain('Your workspace was restarting');
  const listed = await list();
  expect(listed.map(({ id }) => id)).toEqual([...ids].reverse());
});

test('the address filters by path and by state, and says so when nothing matches', async () => {
  const ofEcho = await page(`${SCREEN}?path=webhook/echo`);
  expect(ofEcho).toContain('PUT /webhook/echo');
  expect(ofEcho).not.toContain('POST /webhook/other');
  expect(await page(`${SCREEN}?state=failed`)).toContain('No request matches this filter.');
  expect(await list('?path=/webhook/other&state=waiting')).toMatchObject([{ id: ids[2] }]);
  for (const query of ['?state=root', '?path=webhook', '?cursor=%20', '?state=waiting&state=failed']) {
    const refused = await call(owner, 'GET', `/instance/held-webhooks${query}`);
    expect([refused.status, ((await refused.json()) as { code: string }).code], query).toEqual([
      400,
      'invalid_query',
    ]);
  }
});

test('shows headers and body with masked secrets, and records in the activity who opened them', async () => {
  const response = await owner.get(`${SCREEN}/${ids[0]}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  const html = await response.clone().text();
  expect(html).not.toContain('s3cret');
  const words = await wordsOf(response);
  expect(words).toMatch(/authorization masked/i);
  expect(words).toMatch(/x-hub-signature-256 masked/i);
  expect(words).toMatch(/x-order 17/i);
  expect(words).toMatch(/token masked page 2/);
  expect(words).toContain('{&quot;order&quot;:17}');
  const activity = await page('/account/activity');
  expect(activity).toContain(`opened the held webhook /webhook/echo (${ids[0]})`);

  const binary = await unwrap<{ body: object; headers: Array<{ name: string; isMasked: boolean }> }>(
    call(owner, 'GET', `/instance/held-webhooks/${ids[1]}`),
  );
  expect(binary.body).toEqual({ encoding: 'base64', content: 'AP8B', isCut: false });
  const opened = await unwrap<typeof binary>(call(owner, 'GET', `/instance/held-webhooks/${ids[0]}`));
  expect(JSON.stringify(opened)).not.toContain('s3cret');
  expect((await owner.get(`${SCREEN}/archive.ndjson`)).status).toBe(200);
});

test('members see waiting requests, and can open, replay and drop none', async () => {
  const joiner = new PortalClient(portal);
  await joinAs(owner, joiner, { email: `grace-${workspace}@example.com`, role: 'member' });
  const html = await (await joiner.get(SCREEN)).text();
  expect(html).toContain('/webhook/other');
  expect(html).toContain('Owners and operators can open, replay and drop webhooks.');
  for (const shown of [ids[0], 'archive.ndjson']) expect(html).not.toContain(`${SCREEN}/${shown}`);
  for (const intent of ['replay', 'drop', 'resume', 'set-choice', 'set-order'])
    expect(html).not.toContain(`value="${intent}"`);
  for (const shown of [ids[0], 'archive.ndjson'])
    expect((await joiner.get(`${SCREEN}/${shown}`)).status).toBe(403);
  expect((await joiner.post(SCREEN, { intent: 'drop', heldId: ids[0] ?? '' })).status).toBe(403);
  expect((await call(joiner, 'GET', `/instance/held-webhooks/${ids[0]}`)).status).toBe(403);
  expect(await list('?state=waiting', joiner)).toHaveLength(3);
});

test('another account’s id is not found by any call, and nothing happens to it', async () => {
  const stranger = new PortalClient(portal);
  await setUpOnline(stranger);
  const [id = ''] = ids;
  expect((await stranger.get(`${SCREEN}/${id}`)).status).toBe(404);
  for (const intent of ['replay', 'drop']) {
    expect((await stranger.post(SCREEN, { intent, heldId: id })).status, intent).toBe(404);
    const byApi = await call(stranger, 'POST', `/instance/webhook-queue/${intent}`, { ids: [id] });
    expect([byApi.status, ((await byApi.json()) as { code: string }).code], intent).toEqual([
      404,
      'held_request_not_found',
    ]);
  }
  expect((await call(stranger, 'GET', `/instance/held-webhooks/${id}`)).status).toBe(404);
  expect(await list('', stranger)).toEqual([]);
  expect(await list('?state=waiting')).toHaveLength(3);
});

test.for([
  [{ intent: 'replay' }, 404],
  [{ intent: 'drop', heldId: 'x'.repeat(3_000) }, 422],
  [{ intent: 'drop-path', path: 'webhook/echo' }, 422],
  [{ intent: 'replay-path' }, 422],
  [{ intent: 'set-choice', path: '/webhook/echo', choice: 'maybe' }, 422],
  [{ intent: 'set-order', order: '' }, 422],
  [{ intent: 'drop-all' }, 400],
  [{}, 400],
] as Array<[Record<string, string>, number]>)(
  'refuses input that no button sends: %j',
  async ([form, status]) => {
    expect((await owner.post(SCREEN, form)).status).toBe(status);
    expect(await list('?state=waiting')).toHaveLength(3);
  },
);

test('a choice for a path and the order are saved by plain forms, and recorded', async () => {
  const choice = { intent: 'set-choice', path: '/webhook/other', choice: 'answer' };
  const saved = await owner.post(`${SCREEN}?path=/webhook/other`, choice);
  expect(saved.headers.get('Location')).toBe(`${SCREEN}?path=%2Fwebhook%2Fother`);
  await owner.post(SCREEN, { intent: 'set-order', order: 'straight_on' });
  const queue = await unwrap<{ order: string; paths: Array<{ path: string; choice: string }> }>(
    call(owner, 'GET', '/instance/webhook-queue'),
  );
  expect(queue.order).toBe('straight_on');
  expect(queue.paths).toContainEqual(expect.objectContaining({ path: '/webhook/other', choice: 'answer' }));
  await owner.post(SCREEN, { intent: 'set-order', order: 'behind' });
  expect(await page('/account/activity')).toContain('changed how webhooks to /webhook/other are held');
});

test('a dropped webhook loses its content; dropping it again has no effect', async () => {
  const drop = () => owner.post(SCREEN, { intent: 'drop', heldId: ids[1] ?? '' });
  expect((await drop()).headers.get('Location')).toBe(SCREEN);
  expect(await page()).toContain('Webhooks dropped. Their content was deleted.');
  expect((await drop()).status).toBe(302);
  expect(await page()).toContain('There was nothing left to replay or drop.');
  expect(await list('?state=dropped')).toMatchObject([{ id: ids[1], hasContent: false }]);
  const gone = await call(owner, 'POST', '/instance/webhook-queue/replay', { ids: [ids[1]] });
  expect([gone.status, ((await gone.json()) as { code: string }).code]).toEqual([410, 'held_content_gone']);
  expect(await page(`${SCREEN}/${ids[1]}`)).toContain('Headers and body are no longer kept.');
});

test('drops all open requests of a path together', async () => {
  const drop = { intent: 'drop-path', path: '/webhook/other' };
  // A page from before the first request showed none.
  expect((await owner.post(SCREEN, { ...drop, until: '1' })).status).toBe(302);
  expect(await page()).toContain('There was nothing left to replay or drop.');
  const until = (await (await owner.get(SCREEN)).text()).match(/name="until" value="(\d+)"/)?.[1] ?? '';
  expect((await owner.post(SCREEN, { ...drop, until })).status).toBe(302);
  expect(await list('?state=waiting')).toMatchObject([{ id: ids[0] }]);
});

test('after the replay is resumed, waiting requests are replayed and shown as such', async () => {
  expect((await owner.post(SCREEN, { intent: 'resume' })).status).toBe(302);
  await eventually(async () => (await list('?state=waiting')).length === 0);
  expect(await list('?state=replayed')).toMatchObject([{ id: ids[0] }]);
  const words = await page();
  expect(words).toContain('last response 200 · Replayed');
  expect(words).toContain('Nothing is waiting.');
});

test.for(auditKinds.filter((kind) => kind.startsWith('webhook')))(
  '%s is in the account’s activity',
  async (kind) => {
    const [said = ''] = en.activity.kind[kind].replace('{{actor}} ', '').split('{{subject}}');
    expect(await page('/account/activity')).toContain(`Ada Lovelace ${said.trim()}`);
  },
);

test('pages the list, each page linked from the previous one', async () => {
  const client = new PortalClient(portal);
  const { accountName } = await setUpOnline(client);
  const held = await holdWebhooks(
    client,
    accountName,
    Array.from({ length: 53 }, (_, index) => ({ path: '/webhook/paged', body: String(index) })),
  );
  const first = await call(client, 'GET', '/instance/held-webhooks?state=waiting');
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
  expect(next).toContain('state=waiting');
  const pages = [(await first.json()) as Listed[], (await (await client.get(next)).json()) as Listed[]];
  expect(pages.map(({ length }) => length)).toEqual([50, 3]);
  expect(pages.flat().map(({ id }) => id)).toEqual([...held].reverse());

  const html = await (await client.get(SCREEN)).text();
  const older = /href="(\/manage\/webhooks\?cursor=[^"]+)"/.exec(html)?.[1] ?? '';
  const second = await page(older, client);
  expect(second.match(/POST \/webhook\/paged /g)?.length).toBeGreaterThanOrEqual(3);
  expect(second).toContain('Back to the start');
});

test('a request that waits for an hour causes one mail to the workspace’s maintainers', async () => {
  await untilOnline(owner);
  await holdWebhooks(
    owner,
    workspace,
    ['1', '2'].map((body) => ({ path: '/webhook/later', body })),
  );
  await untilOnline(owner);
  const waitingMails = async () =>
    (await owner.mails(email)).filter(({ subject }) => /webhooks are waiting/.test(subject));
  await advanceClock(owner, workspace, 'PT50M');
  expect(await waitingMails()).toEqual([]);
  await advanceClock(owner, workspace, 'PT11M');
  const mail = await eventually(async () => (await waitingMails())[0]);
  expect(mail.subject).toBe(`${workspace}: 2 webhooks are waiting`);
  expect(mail.text).toContain('The replay is paused.');
  expect(mail.text).toContain(`${portal.portalUrl}${SCREEN}`);
  await advanceClock(owner, workspace, 'PT3H');
  expect(await waitingMails()).toHaveLength(1);
  const members = await owner.mails(`grace-${workspace}@example.com`);
  expect(members.filter(({ subject }) => /waiting/.test(subject))).toEqual([]);
});
