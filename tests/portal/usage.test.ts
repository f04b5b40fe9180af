import { beforeAll, expect, inject, test } from 'vitest';
import { call, unwrap } from '../support/api-calls.ts';
import { askWorkspace, openWorkspace } from '../support/ask-workspace.ts';
import { PortalClient, uniqueName } from '../support/portal-client.ts';
import { joinAs, setUpOnline } from '../support/set-up.ts';

const portal = inject('portal');
const client = new PortalClient(portal);
let accountName = '';

/** A browser signed in to the workspace, and a workflow there. */
async function openWithWorkflow() {
  const { cookie } = await openWorkspace(client, accountName);
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
  const post = async (path: string) => {
    const { body } = await askWorkspace(portal, accountName, path, { method: 'POST', headers });
    return (JSON.parse(body) as { data: { id: string } }).data;
  };
  return { id: (await post('/rest/workflows')).id, post };
}

let workflowId = '';

beforeAll(async () => {
  ({ accountName } = await setUpOnline(client));
  const { id, post } = await openWithWorkflow();
  workflowId = id;
  for (let times = 0; times < 3; times += 1) await post(`/rest/workflows/${id}/trigger`);
  await post(`/rest/workflows/${id}/run`);
});

const textOf = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const page = async (query = '') => textOf(await (await client.get(`/manage/usage${query}`)).text());

test('the screen shows the month, its top workflow, and why each execution counts or not', async () => {
  const text = await page();
  expect(text).toContain('3 of 1,000');
  expect(text).toContain('My workflow 1 1 not counted 3 100%');
  expect(text.match(/Started by a schedule · ID \d+/g)).toHaveLength(3);
  expect(text.match(/Started in the editor · Executions in the editor don’t count/g)).toHaveLength(1);
});

test('the filter is in the address', async () => {
  const uncounted = await page('?counted=no');
  expect(uncounted).toContain('Executions in the editor don’t count');
  expect(uncounted).not.toContain('Started by a schedule');
  expect(await page(`?workflow=${workflowId}&counted=yes`)).toContain('Started by a schedule');
  expect(await page('?workflow=unknown')).toContain('No executions match.');
});

test('the CSV of the executions uses the screen’s filter', async () => {
  const answer = await client.get('/manage/usage/executions.csv?counted=yes');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('Content-Disposition')).toContain(`executions-${accountName}-`);
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.slice(1).every((line) => line.endsWith(',My workflow 1,schedule,yes,'))).toBe(true);
});

test('the API returns the same, in pages', async () => {
  const usage = await unwrap<{ executions: number; byDay: number[]; workflows: unknown[] }>(
    call(client, 'GET', '/instance/usage'),
  );
  expect(usage).toMatchObject({
    executions: 3,
    limit: 1_000,
    isLive: true,
    comparedWith: null,
    forecast: null,
    workflows: [
      { id: workflowId, name: 'My workflow 1', executions: 3, notCounted: 1, share: 1, change: null },
    ],
  });
  expect(usage.byDay.reduce((sum, count) => sum + count, 0)).toBe(usage.executions);
  const ids: number[] = [];
  let path: string | undefined = '/instance/executions?limit=3';
  while (path !== undefined) {
    const answer: Response = await call(client, 'GET', path);
    ids.push(...((await answer.json()) as Array<{ id: number }>).map(({ id }) => id));
    path = /<\/api([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
  }
  expect(ids).toEqual([4, 3, 2, 1]);
  const manual = await call(client, 'GET', '/instance/executions?counted=false');
  expect(await manual.json()).toMatchObject([
    { id: 4, trigger: 'manual', isCounted: false, reason: 'manual' },
  ]);
});

test.each([
  'month=2026-13',
  'day=0',
  'counted=maybe',
  'limit=0',
  'cursor=x',
  'cursor=9999999999999999',
  'workflow=',
])('the API refuses %s by its name', async (query) => {
  const answer = await call(client, 'GET', `/instance/executions?${query}`);
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'invalid_query', fields: { [query.split('=')[0] ?? '']: expect.any(String) } },
  ]);
});

test('a closed warning is remembered by its id only', async () => {
  const close = (usageWarning: string) =>
    client.post('/account/close-banner', { returnPath: '/dashboard', usageWarning });
  const cookieOf = (answer: Response) => answer.headers.get('Set-Cookie') ?? '';
  // The second one is of the account's third workspace.
  for (const id of ['2026-11.1000.80', '2026-11.1000.80.2'])
    expect(cookieOf(await close(id))).toContain(`usage-warning-closed=${id};`);
  expect(cookieOf(await close('anything; Domain=localhost'))).not.toContain('usage-warning-closed');
});

test('members and billing roles see the usage too', async () => {
  for (const role of ['member', 'billing']) {
    const joiner = new PortalClient(portal);
    await joinAs(client, joiner, { email: `${uniqueName(role)}@example.com`, role });
    const html = await (await joiner.get('/manage/usage')).text();
    expect(textOf(html)).toContain('3 of 1,000');
    expect(html).toContain('href="/manage/usage"');
  }
});
