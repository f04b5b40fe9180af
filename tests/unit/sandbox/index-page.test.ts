import { expect, test } from 'vitest';
import { mailKey, World } from './harness.ts';

test('the overview links the portal and shows mails, workspaces and every switch', async () => {
  await using world = await World.start({ portalUrl: 'http://localhost:8787' });
  await world.provision('ada');
  const { pid } = await world.ready('ada');
  await world.post(
    '/emails',
    { from: 'a@weft.cloud', to: 'ada@example.com', subject: 'Welcome & hello', text: 'Hi' },
    { authorization: `Bearer ${mailKey}` },
  );
  const page = await (await world.get('/')).text();
  for (const part of ['href="http://localhost:8787"', 'Welcome &amp; hello', `process ${pid}`, 'n8n 1.115.3'])
    expect(page).toContain(part);
  for (const mode of ['none', 'slow', 'crash-loop', 'api-500', 'api-timeout', 'gone'])
    expect(page).toContain(`name="mode" value="${mode}"`);
  for (const advance of ['PT1H', 'P1D', 'P11D', 'P14D'])
    expect(page).toContain(`name="advance" value="${advance}"`);
});

test('has plain forms that redirect back to the page', async () => {
  await using world = await World.start();
  for (const [path, fields] of [
    ['/cluster/faults', { workspace: '*', mode: 'api-500' }],
    ['/mail/faults', { mode: 'down' }],
    ['/catalogue/faults', { mode: 'down' }],
    ['/breached-passwords/faults', { mode: 'garbage' }],
  ] as const) {
    const response = await world.submit(path, fields);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
  }
  expect(await (await world.get('/state')).json()).toMatchObject({
    faults: { cluster: { '*': 'api-500' }, mail: 'down', catalogue: 'down', breachedPasswords: 'garbage' },
  });
  expect(await (await world.get('/')).text()).toContain('Mail is down.');
  expect((await world.submit('/mail/faults', { mode: 'odd' })).status).toBe(422);
});

test('a fault in the name of a workspace cannot break the page', async () => {
  await using world = await World.start();
  await world.submit('/cluster/faults', { workspace: '<script>alert(1)</script>', mode: 'slow' });
  const page = await (await world.get('/')).text();
  expect(page).not.toContain('<script>');
  expect(page).toContain('Not in the cluster, yet its fault is on.');
});

test('JSON that curl calls a form is still JSON', async () => {
  await using world = await World.start();
  const response = await world.get('/mail/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '{"mode":"down"}',
  });
  expect([response.status, await response.json()]).toEqual([200, { mode: 'down' }]);
});

test('unknown paths, wrong methods, bad escapes and HEAD are answered', async () => {
  await using world = await World.start();
  expect((await world.get('/nowhere')).status).toBe(404);
  const wrong = await world.get('/graphql');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await world.get('/inbox/%zz')).status).toBe(400);
  const head = await world.get('/healthz', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});
