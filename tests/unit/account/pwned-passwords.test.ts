import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { pwnedPasswords } from '#app/integrations/breached-passwords/pwned-passwords.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { hangUp, neverEnd, Provider } from '../outbound/provider.ts';

const password = 'Gemüse & Obst';
const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();
const [prefix, suffix] = [hash.slice(0, 5), hash.slice(5)];
const other = 'F'.repeat(35);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const range =
  (body: string, status = 200): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/plain' }).end(body);

/** Checks the password at one provider. @returns the answer and every reported error. */
async function ask(provider: Provider, client = provider.client(), asked = password) {
  const reported: unknown[] = [];
  const breached = pwnedPasswords({
    url: provider.url,
    outbound: client,
    reportError: (error) => reported.push(error),
  });
  return { isBreached: await breached.contains(asked), reported };
}

test.each([
  ['among others', `${other}:12\r\n${suffix}:3`, true],
  ['alone, with a line break after it', `${suffix}:1\n`, true],
  ['as padding, which counts 0', `${suffix}:0\r\n${other}:7`, false],
  ['not at all', `${other}:7`, false],
] as const)('reads a range that holds the password %s', async (_case, body, isBreached) => {
  await using provider = await Provider.start(range(body));
  expect(await ask(provider)).toEqual({ isBreached, reported: [] });
});

test('sends only the first five digits of the hash', async () => {
  await using provider = await Provider.start(range(`${other}:1`));
  await ask(provider);
  const [request, ...more] = provider.requests;
  expect(more).toEqual([]);
  expect(request).toMatchObject({ method: 'GET', path: `/range/${prefix}`, body: '' });
  expect(request?.headers).toMatchObject({ 'add-padding': 'true', 'user-agent': 'weft-cloud' });
  expect(request?.headers.cookie).toBeUndefined();
  const sent = JSON.stringify(request);
  expect(sent).not.toContain(suffix);
  expect(sent).not.toContain('Obst');
});

test('asks again for every password and remembers no range', async () => {
  await using provider = await Provider.start(range(`${other}:1`));
  const client = provider.client();
  await ask(provider, client);
  await ask(provider, client);
  expect(provider.requests).toHaveLength(2);
});

test('uses the Unicode form of the stored hash', async () => {
  await using provider = await Provider.start(range(`${suffix}:3`));
  const typed = password.normalize('NFD');
  expect(typed).not.toBe(password);
  expect((await ask(provider, provider.client(), typed)).isBreached).toBe(true);
});

test.each<[string, Answer, string]>([
  ['is down', range('', 503), 'status 503'],
  ['refuses', range('no', 429), 'status 429'],
  ['redirects', (_, response) => void response.writeHead(302, { location: '/' }).end(), 'status 302'],
  ['hangs up', hangUp, 'network'],
  ['answers nothing', range(''), 'the answer is not a range'],
  ['answers HTML', range('<html></html>'), 'the answer is not a range'],
  ['answers a range with one odd line', range(`${suffix}:3\r\n${prefix}`), 'the answer is not a range'],
  ['answers in lower case', range(`${suffix.toLowerCase()}:3`), 'the answer is not a range'],
  ['answers with an invalid count', range(`${suffix}:many`), 'the answer is not a range'],
  ['answers 600 kB', range(`${other}:1\n`.repeat(16_000)), 'body'],
])('accepts the password, and logs one line, when the provider %s', async (_case, answer, reason) => {
  await using provider = await Provider.start(answer);
  const { isBreached, reported } = await ask(provider);
  expect(isBreached).toBe(false);
  expect(provider.requests).toHaveLength(1);
  expect(reported).toHaveLength(1);
  const [error] = reported as Error[];
  expect(error?.message).toMatch(/^A new password was not checked against breaches: /);
  expect(error?.message).toContain(reason);
  // The parts of an error that the log writes contain nothing that narrows the password down.
  const line = `${error?.name} ${error?.message} ${error?.stack} ${String(error?.cause)}`;
  for (const secret of [password, hash, prefix, suffix]) expect(line).not.toContain(secret);
});

test('waits no longer than a second and a half', async () => {
  await using provider = await Provider.start(neverEnd);
  // 1,450 ms pass between the call and the connection, which leaves 50 ms of the deadline.
  const instants = [0, 1_450];
  const clock = { now: () => instants.shift() ?? 1_450 };
  const outbound = createOutbound({
    fetch: (...request) => fetch(...request),
    clock,
    cache: memoryCache(1),
  });
  const { isBreached, reported } = await ask(provider, outbound);
  expect(isBreached).toBe(false);
  expect(String(reported[0])).toContain('timeout');
});
