import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { beforeAll, expect, inject, test } from 'vitest';
import { INLINE_BODY_BYTES, MAX_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import { call, unwrap } from '../support/api-calls.ts';
import { sendWebhook } from '../support/held-calls.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { advanceClock, instanceOf, setClusterFault, setUpOnline } from '../support/set-up.ts';
import { bodyOf, openAnswer, workspaceOptions } from '../support/workspace-client.ts';

const portal = inject('portal');
const owner = new PortalClient(portal);
let workspace: string;
/** What must have run in the end, by path. */
const expected = new Map<string, { bytes: number; sha256: string }>();

const every = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Listed {
  path: string;
  size: number;
}

const listed = (path: string) =>
  unwrap<Listed[]>(call(owner, 'GET', `/instance/held-webhooks?path=${encodeURIComponent(path)}`));

function beginUpload(path: string, headers: Record<string, string> = {}): ClientRequest {
  const options = workspaceOptions(portal, workspace, path);
  // On a connection of its own: one that is cut off is nobody else's.
  const own = { method: 'POST', agent: false, headers: { ...options.headers, ...headers } };
  const upload = request({ ...options, ...own });
  upload.on('error', () => {});
  return upload;
}

/** @returns the status and the JSON of the answer. */
async function answerTo(upload: ClientRequest): Promise<{ status: number; answer: { code?: string } }> {
  const [response] = (await once(upload, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, answer: JSON.parse((await bodyOf(response)).toString()) };
}

beforeAll(async () => {
  ({ accountName: workspace } = await setUpOnline(owner));
  // Nothing comes online before all is held.
  await setClusterFault(owner, workspace, 'crash-loop');
  await eventually(async () => {
    const { statusCode } = await openAnswer(portal, workspace, '/webhook/echo', { method: 'HEAD' });
    return statusCode === 503;
  });
});

test.for([
  ['nothing', Buffer.alloc(0)],
  ['each byte', every],
  ['64 kB less a byte', randomBytes(INLINE_BODY_BYTES - 1)],
  ['64 kB', randomBytes(INLINE_BODY_BYTES)],
  ['64 kB and a byte', randomBytes(INLINE_BODY_BYTES + 1)],
  ['16 MB', randomBytes(MAX_BODY_BYTES)],
] as Array<[string, Buffer]>)('holds a body of %s', async ([name, body]) => {
  const path = `/webhook/counted/${encodeURIComponent(name)}`;
  const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': String(body.length) };
  expect((await sendWebhook(owner, workspace, { path, headers, body })).status).toBe(202);
  expected.set(path, { bytes: body.length, sha256: sha256(body) });
});

test('holds a chunked body, small and large', async () => {
  for (const length of [10, INLINE_BODY_BYTES * 3]) {
    const path = `/webhook/counted/chunks-${length}`;
    const body = randomBytes(length);
    const upload = beginUpload(path);
    for (let from = 0; from < length; from += Math.ceil(length / 4))
      upload.write(body.subarray(from, from + Math.ceil(length / 4)));
    upload.end();
    expect((await answerTo(upload)).status).toBe(202);
    expected.set(path, { bytes: length, sha256: sha256(body) });
  }
});

test.for([
  ['with its length', { 'Content-Length': String(every.length) }],
  ['with its length, too large to be read ahead', { 'Content-Length': '100000' }],
  ['in chunks', {}],
] as Array<[string, Record<string, string>]>)(
  'holds a slow body %s once all of it arrived, and not before',
  async ([name, headers]) => {
    const path = `/webhook/counted/${encodeURIComponent(`slow ${name}`)}`;
    const length = Number(headers['Content-Length'] ?? every.length);
    const body = Buffer.alloc(length, every);
    const upload = beginUpload(path, headers);
    await new Promise((resolve) => upload.write(body.subarray(0, 10), resolve));
    // The gateway takes other requests meanwhile, and holds nothing of this one.
    expect(await listed(path)).toEqual([]);
    upload.end(body.subarray(10));
    expect((await answerTo(upload)).status).toBe(202);
    expected.set(path, { bytes: length, sha256: sha256(body) });
  },
);

test.for([
  ['with its length', { 'Content-Length': String(every.length) }, 10],
  [
    'with its length, too large to be read ahead',
    { 'Content-Length': String(4 * INLINE_BODY_BYTES) },
    2 * INLINE_BODY_BYTES,
  ],
  ['in chunks', {}, 10],
  ['in chunks, longer than 64 kB', {}, 2 * INLINE_BODY_BYTES],
] as Array<[string, Record<string, string>, number]>)(
  'does not hold a truncated body %s',
  async ([name, headers, length]) => {
    const path = `/webhook/counted/${encodeURIComponent(`cut off ${name}`)}`;
    const upload = beginUpload(path, headers);
    await new Promise((resolve) => upload.write(Buffer.alloc(length, every), resolve));
    // The gateway has begun to read it when it answers the next request.
    expect(await listed(path)).toEqual([]);
    upload.destroy();
    const whole = `${path}-whole`;
    expect((await sendWebhook(owner, workspace, { path: whole, body: every })).status).toBe(202);
    expected.set(whole, { bytes: every.length, sha256: sha256(every) });
    expect(await listed(path)).toEqual([]);
  },
);

test('refuses a byte more than 16 MB, with its length and in chunks', async () => {
  for (const headers of [{ 'Content-Length': String(MAX_BODY_BYTES + 1) }, {}] as Record<string, string>[]) {
    const path = '/webhook/counted/too-large';
    const upload = beginUpload(path, headers);
    upload.write(Buffer.alloc(MAX_BODY_BYTES + 1));
    upload.end();
    const { status, answer } = await answerTo(upload);
    expect([status, answer.code]).toEqual([413, 'webhook_too_large']);
    expect(await listed(path)).toEqual([]);
  }
});

test('holds headers of 12 kB; with 32 kB, which the cluster’s ingress refuses, the sender gets an error', async () => {
  const large = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`X-Large-${index}`, 'x'.repeat(4 * 1024)]),
    );
  const path = '/webhook/counted/headers';
  expect((await sendWebhook(owner, workspace, { path, headers: large(3), body: 'x' })).status).toBe(202);
  expected.set(path, { bytes: 1, sha256: sha256(Buffer.from('x')) });
  const refused = await openAnswer(portal, workspace, path, { method: 'POST', headers: large(8), body: 'x' });
  refused.resume();
  expect(refused.statusCode).toBe(431);
  expect(await listed(path)).toHaveLength(1);
});

test('replays each byte for byte', async () => {
  await setClusterFault(owner, workspace, 'none');
  await eventually(async () => {
    await advanceClock(owner, workspace, 'PT1M');
    return (await instanceOf(owner)).status === 1;
  });
  await eventually(
    async () =>
      (await unwrap<Listed[]>(call(owner, 'GET', '/instance/held-webhooks?state=waiting'))).length === 0,
  );
  const answer = await fetch(`${portal.sandboxUrl}/ingress/ws-${workspace}/counted`);
  const ran = (await answer.text()).split('\n').filter(Boolean);
  const found = ran.map((line): { path: string; bytes: number; sha256: string } => JSON.parse(line));
  const bodies = found.map(({ path, bytes, sha256: digest }) => [path, { bytes, sha256: digest }] as const);
  expect(new Map(bodies)).toEqual(expected);
  expect(bodies).toHaveLength(expected.size);
  // Nothing else was ever stored: no half of a body that was cut off, and none that was refused.
  const { totals } = await unwrap<{ totals: Record<string, number> }>(
    call(owner, 'GET', '/instance/webhook-queue'),
  );
  expect(totals).toMatchObject({ waiting: 0, failed: 0, dropped: 0, replayed: expected.size, bytes: 0 });
});
