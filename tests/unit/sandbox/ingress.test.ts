import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { eventually, isAlive, World } from './harness.ts';
import { manifests, paths, signInKey } from './manifests.ts';

/** Opens the gate in front of a workspace's webhooks, as the portal does. */
async function openGate(world: World): Promise<void> {
  const body = JSON.stringify({ closed: [] });
  const digest = createHash('sha256').update(body).digest('hex');
  const signature = createHmac('sha256', signInKey).update(`gate:${digest}`).digest('hex');
  const headers = { authorization: `Bearer ${signature}` };
  const { status } = await world.get('/ingress/ws-ada/weft/gate', { method: 'PUT', headers, body });
  expect(status).toBe(204);
}

test('a request goes through with method, path, query, headers and body', async () => {
  await using world = await World.start();
  await world.provision('ada');
  await world.ready('ada');
  await openGate(world);
  const response = await world.get('/ingress/ws-ada/webhook/echo?a=1&b=%20x', {
    method: 'PUT',
    headers: { 'x-forwarded-host': 'ada.localhost:8787', 'x-forwarded-proto': 'http', 'x-own': 'yes' },
    body: 'x'.repeat(300_000),
  });
  expect(response.status).toBe(200);
  const echo = await response.json();
  expect(echo).toMatchObject({
    method: 'PUT',
    path: '/webhook/echo',
    query: { a: '1', b: ' x' },
    headers: { 'x-forwarded-host': 'ada.localhost:8787', 'x-forwarded-proto': 'http', 'x-own': 'yes' },
  });
  expect(echo.body).toHaveLength(300_000);
});

test('a chunked body keeps its end, even with a method that rarely has a body', async () => {
  await using world = await World.start();
  await world.provision('ada');
  await world.ready('ada');
  await openGate(world);
  const call = request(`${world.url}/ingress/ws-ada/webhook/echo`, {
    method: 'DELETE',
    headers: { 'transfer-encoding': 'chunked', connection: 'x-hop', 'x-hop': 'mine' },
  });
  call.write('first ');
  call.end('second');
  const [response] = await once(call, 'response');
  const echo = JSON.parse((await response.toArray()).join(''));
  expect(echo.body).toBe('first second');
  expect(echo.headers).not.toHaveProperty('x-hop');
});

test('several cookies stay separate', async () => {
  await using world = await World.start();
  await world.provision('ada');
  await world.ready('ada');
  await openGate(world);
  const response = await world.get('/ingress/ws-ada/webhook/hostile');
  expect(response.headers.getSetCookie()).toEqual([
    'token=evil; Domain=localhost; Path=/',
    '__Host-token=evil; Path=/; Secure',
    'mine=1; Path=/',
  ]);
});

test('a WebSocket passes in both directions', async () => {
  await using world = await World.start();
  await world.provision('ada');
  await world.ready('ada');
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/ingress/ws-ada/rest/push?sessionId=1`);
  const said: string[] = [];
  socket.addEventListener('message', ({ data }) => said.push(String(data)));
  await once(socket, 'open');
  for (const message of ['hello', 'Grüße', 'x'.repeat(60_000)]) socket.send(message);
  await eventually('all is echoed', async () => said.length === 3);
  expect(said).toEqual(['hello', 'Grüße', 'x'.repeat(60_000)]);
  const closed = once(socket, 'close');
  socket.close(1000);
  expect((await closed)[0]).toMatchObject({ code: 1000, wasClean: true });
});

test('an open WebSocket ends with its workspace', async () => {
  await using world = await World.start();
  await world.provision('ada');
  const { pid } = await world.ready('ada');
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/ingress/ws-ada/rest/push`);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  await world.merge(paths.statefulSet('ws-ada'), { spec: { replicas: 0 } });
  expect((await closed)[0]).toMatchObject({ wasClean: false });
  await eventually('the process ends', async () => !isAlive(pid));
});

async function upgradeAnswer(world: World, path: string): Promise<string> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  return (await socket.setEncoding('utf8').toArray()).join('');
}

test('an unknown service is 503 like one without a ready process, for requests and upgrades', async () => {
  await using world = await World.start();
  const unknown = await world.get('/ingress/ws-nobody/');
  expect([unknown.status, await unknown.text()]).toEqual([503, 'service "ws-nobody" not found']);
  expect(await upgradeAnswer(world, '/ingress/ws-nobody/rest/push')).toMatch(/^HTTP\/1.1 503 /);

  await world.apply(paths.service('ws-ada'), manifests('ada').service);
  const idle = await world.get('/ingress/ws-ada/anything?x=1', { method: 'POST', body: 'x' });
  expect([idle.status, await idle.text()]).toEqual([503, 'no endpoints available for service "ws-ada"']);
  expect(await upgradeAnswer(world, '/ingress/ws-ada/rest/push')).toMatch(
    /^HTTP\/1.1 503 .*no endpoints available for service "ws-ada"$/s,
  );
  expect(await upgradeAnswer(world, '/elsewhere')).toMatch(/^HTTP\/1.1 404 /);
});
