import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { PASSED, ScriptedGateway, withStatus } from './support/scripted-gateway.ts';

const started = withStatus(200, PASSED, '{"message":"Workflow was started"}');
const pageOfData = withStatus(200, PASSED, '{"rows":[]}');
const path = '/webhook/a';

let gateway: ScriptedGateway;
beforeEach(async () => {
  // Delays pass only when the test advances the time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  gateway = await ScriptedGateway.start();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Sends a webhook without waiting for background work. */
const pass = (to: string, method = 'POST') => gateway.pass(gateway.request(to, method));

async function wait(ms: number): Promise<void> {
  gateway.passedMs += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

test.each([
  ['a redirect without a body', withStatus(307, { ...PASSED, Location: 'https://example.com/' }), true],
  ['a redirect with one', withStatus(302, { ...PASSED, Location: '/elsewhere' }, 'Moved'), true],
  ['201 with an address', withStatus(201, { ...PASSED, Location: '/orders/1' }), true],
  ['data', pageOfData, true],
  ['that it was started', started, false],
  ['nothing', withStatus(200, PASSED), false],
  ['204', withStatus(204, PASSED), false],
])('an answer of %s is learned', async (_title, answer, matters) => {
  gateway.answer = answer;
  await gateway.send(path, 'GET');
  expect(gateway.reports.flat()).toEqual([{ path, isGet: true, matters }]);
});

test.each([304, 404, 500])('an answer of %i says nothing about the usual one', async (status) => {
  gateway.answer = withStatus(status, { ...PASSED, ETag: '"1"' });
  expect((await gateway.send(path, 'GET')).status).toBe(status);
  expect(gateway.reports).toEqual([]);
});

test('the answers to a GET are learned separately from those to requests that send data', async () => {
  gateway.answer = started;
  await gateway.send();
  gateway.answer = pageOfData;
  await gateway.send(path, 'GET');
  expect(gateway.reports.flat()).toEqual([
    { path, isGet: false, matters: false },
    { path, isGet: true, matters: true },
  ]);
});

test('what an isolate learns of two paths within two seconds is reported immediately', async () => {
  gateway.answer = started;
  await gateway.send();
  gateway.passedMs += 2 * SECOND_MS;
  gateway.answer = pageOfData;
  await gateway.send('/webhook/b');
  await gateway.send();
  expect(gateway.reports.flat()).toEqual([
    { path, isGet: false, matters: false },
    { path: '/webhook/b', isGet: false, matters: true },
    { path, isGet: false, matters: true },
  ]);
});

test('a flood of paths causes a few reports a minute, and each is reported without another webhook', async () => {
  gateway.answer = pageOfData;
  for (let number = 0; number < 60; number += 1) await pass(`/webhook/item/${number}`);
  await wait(0);
  expect(gateway.reports).toHaveLength(4);
  await wait(15 * SECOND_MS);
  expect(gateway.reports.map(({ length }) => length)).toEqual([1, 1, 1, 1, 56]);
  for (let second = 0; second < 60; second += 1) {
    await pass(`/webhook/more/${second}`);
    await wait(SECOND_MS);
  }
  expect(gateway.reports.length).toBeLessThanOrEqual(5 + 4);
  await wait(15 * SECOND_MS);
  await gateway.settle();
  expect(gateway.reports.flat()).toHaveLength(120);
});

test('a flood of one workspace delays no report of another', async () => {
  gateway.answer = pageOfData;
  for (let number = 0; number < 10; number += 1) await pass(`/webhook/item/${number}`);
  vi.restoreAllMocks();
  const other = await ScriptedGateway.start();
  other.answer = pageOfData;
  await other.send();
  expect(other.reports.flat()).toEqual([{ path, isGet: false, matters: true }]);
});

test('a report that nothing sends in time is sent with the next webhook', async () => {
  gateway.answer = pageOfData;
  for (let number = 0; number < 5; number += 1) await pass(`/webhook/item/${number}`);
  // The runtime ends background work that takes too long.
  vi.clearAllTimers();
  gateway.passedMs += 20 * SECOND_MS;
  await pass('/webhook/item/0');
  await wait(0);
  expect(gateway.reports.flat()).toHaveLength(5);
});

test('of more paths than a report has room for, the others are reported with their next answer', async () => {
  gateway.answer = pageOfData;
  const paths = Array.from({ length: 110 }, (_, number) => `/webhook/item/${number}`);
  for (const each of paths) await pass(each);
  await wait(15 * SECOND_MS);
  expect(gateway.reports.flat()).toHaveLength(104);
  for (const each of paths) await pass(each);
  await wait(15 * SECOND_MS);
  expect(new Set(gateway.reports.flat().map((learnt) => learnt.path)).size).toBe(110);
  expect(gateway.reports.flat()).toHaveLength(110);
});

test('an isolate keeps no path above 512 characters', async () => {
  gateway.answer = pageOfData;
  const longest = `/webhook/${'a'.repeat(512 - '/webhook/'.length)}`;
  await gateway.send(`${longest}a`);
  expect(gateway.reports).toEqual([]);
  await gateway.send(longest);
  expect(gateway.reports.flat()).toEqual([{ path: longest, isGet: false, matters: true }]);
});

test('an isolate repeats after some minutes what it learned, and reports a change immediately', async () => {
  gateway.answer = started;
  await gateway.send();
  for (let second = 0; second < 240; second += 20) {
    gateway.passedMs += 20 * SECOND_MS;
    await gateway.send();
  }
  expect(gateway.reports.flat()).toEqual([{ path, isGet: false, matters: false }]);
  gateway.passedMs += 2 * MINUTE_MS;
  await gateway.send();
  expect(gateway.reports).toHaveLength(2);
  gateway.passedMs += MINUTE_MS;
  gateway.answer = pageOfData;
  await gateway.send();
  expect(gateway.reports.slice(2)).toEqual([[{ path, isGet: false, matters: true }]]);
});

test('a path whose answers sometimes matter is reported once, and as one whose answers matter', async () => {
  for (let second = 0; second < 240; second += 20) {
    gateway.answer = (second / 20) % 2 === 0 ? pageOfData : started;
    await gateway.send();
    gateway.passedMs += 20 * SECOND_MS;
  }
  expect(gateway.reports).toEqual([[{ path, isGet: false, matters: true }]]);
});

test('a report that the object did not get is sent again with the next answer, a few times a minute', async () => {
  gateway.answer = started;
  gateway.isObjectUp = false;
  const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (let sent = 0; sent < 20; sent += 1) await pass(path);
  await wait(0);
  expect(failed.mock.calls.length).toBeLessThanOrEqual(4);
  gateway.isObjectUp = true;
  await wait(20 * SECOND_MS);
  await pass(path);
  await wait(0);
  expect(gateway.reports).toEqual([[{ path, isGet: false, matters: false }]]);
});

test.each([
  '/webhook-waiting/71',
  '/webhook-waiting/71/approved',
  '/WebHook/a',
  '/webhook//a',
  '/webhook/%61',
  '/webhook/%e9',
  '/webhook/%E9',
  '/webhook/a%2fb',
  '/webhook/a%7Eb',
  '/webhook/a%',
])('does not learn %s', async (address) => {
  // Anyone can make up such paths, and enough of them would push out the others.
  gateway.answer = pageOfData;
  await gateway.send(address);
  expect(gateway.reports).toEqual([]);
});

test.each([
  '/webhook/new%20order/caf%C3%A9/',
  '/webhook/a|b',
  '/webhook/a%7Cb',
  '/webhook/a[b]',
  '/webhook/x@y.z',
  `/webhook/${encodeURIComponent('x@y.z')}`,
  `/webhook/${encodeURIComponent('a/b:c+d^e%2F')}`,
  '/webhook/it%27s',
])('learns %s', async (address) => {
  gateway.answer = pageOfData;
  await gateway.send(address);
  expect(gateway.reports.flat()).toEqual([{ path: address, isGet: false, matters: true }]);
});
