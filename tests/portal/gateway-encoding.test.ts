import type { IncomingMessage } from 'node:http';
import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayToOrigin, startGatewayToOrigin, WORKSPACE } from '../support/gateway-origin.ts';
import { bodyOf, openAnswer } from '../support/workspace-client.ts';

let gateway: GatewayToOrigin;
beforeAll(async () => {
  gateway = await startGatewayToOrigin();
});
afterAll(() => gateway?.stop());

const plain = Buffer.from('Grüße aus dem Workspace. '.repeat(200));

/** `Accept-Encoding` values, and the codings that each accepts. */
const clients: Array<[acceptEncoding: string | undefined, accepted: readonly string[]]> = [
  [undefined, []],
  ['', []],
  ['identity', []],
  ['gzip', ['gzip']],
  ['x-gzip', ['gzip']],
  ['GZIP', ['gzip']],
  ['br', ['br']],
  ['deflate', ['deflate']],
  ['zstd', ['zstd']],
  ['gzip, deflate, br, zstd', ['gzip', 'deflate', 'br', 'zstd']],
  ['gzip;q=0.5, br;q=0.001', ['gzip', 'br']],
  ['gzip;q=0', []],
  ['gzip;q=0.000, br', ['br']],
  ['*', ['gzip', 'deflate', 'br', 'zstd']],
  ['gzip;q=0, *', ['deflate', 'br', 'zstd']],
  ['*;q=0, br', ['br']],
  ['gzip;level=9', []],
  [';;,=, gz ip', []],
];

/** Responses of workspaces that ignore `Accept-Encoding`, with their codings. */
const workspaces: Array<[contentEncoding: string | undefined, codings: readonly string[], body: Buffer]> = [
  [undefined, [], plain],
  ['identity', [], plain],
  // Not a content coding, but workflows send it.
  ['utf-8', [], plain],
  ['gzip', ['gzip'], gzipSync(plain)],
  ['GZip', ['gzip'], gzipSync(plain)],
  ['x-gzip', ['gzip'], gzipSync(plain)],
  ['br', ['br'], brotliCompressSync(plain)],
  ['BR', ['br'], brotliCompressSync(plain)],
  ['deflate', ['deflate'], deflateSync(plain)],
  ['zstd', ['zstd'], zstdCompressSync(plain)],
  ['gzip, br', ['gzip', 'br'], brotliCompressSync(gzipSync(plain))],
];

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
  zstd: zstdDecompressSync,
};

function codingsOf({ headers }: IncomingMessage): string[] {
  const names = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  return names.map((name) => name.trim().replace(/^x-/, '')).filter((name) => name in decoders);
}

async function ask(acceptEncoding: string | undefined, method = 'GET', headers: Record<string, string> = {}) {
  const own = acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding };
  const answer = await openAnswer(gateway, WORKSPACE, '/webhook/x', {
    method,
    headers: { ...own, ...headers },
  });
  return { answer, bytes: await bodyOf(answer) };
}

const cases = clients.flatMap(([acceptEncoding, accepted]) =>
  workspaces.map(([contentEncoding, codings, body]) => ({
    acceptEncoding,
    accepted,
    contentEncoding,
    codings,
    body,
  })),
);

// Cloudflare, and Miniflare in its place, encodes text types again; other types pass unchanged.
describe.each(['application/octet-stream', 'text/html; charset=utf-8'])('an answer of %s', (type) => {
  test.each(cases)(
    'is readable for a client that accepts "$acceptEncoding", when the workspace sends "$contentEncoding"',
    async ({ acceptEncoding, accepted, contentEncoding, codings, body }) => {
      gateway.onRequest((_request, response) => {
        const encoding = contentEncoding === undefined ? {} : { 'Content-Encoding': contentEncoding };
        response.writeHead(200, {
          'Content-Type': type,
          'Content-Length': body.length,
          ETag: '"v1"',
          ...encoding,
        });
        response.end(body);
      });
      const { answer, bytes } = await ask(acceptEncoding);
      expect(answer.statusCode).toBe(200);
      const came = codingsOf(answer);
      expect(accepted).toEqual(expect.arrayContaining(came));
      const decoded = came.reduceRight((encoded, coding) => decoders[coding]?.(encoded) ?? encoded, bytes);
      expect(decoded.equals(plain)).toBe(true);
      if (codings.length > 0) expect(answer.headers.vary).toMatch(/accept-encoding/i);
      if (type !== 'application/octet-stream') return;

      const isPassedOn = codings.every((coding) => accepted.includes(coding));
      expect(bytes.equals(isPassedOn ? body : plain)).toBe(true);
      // A strong tag and the length describe the bytes that the workspace sent.
      expect(answer.headers.etag).toBe(isPassedOn ? '"v1"' : 'W/"v1"');
      if (isPassedOn) expect(answer.headers['content-length']).toBe(String(body.length));
      else expect([undefined, String(plain.length)]).toContain(answer.headers['content-length']);
    },
  );
});

test.each(clients)('a workspace gets the client’s Accept-Encoding: "%s"', async (acceptEncoding) => {
  let heard: string | undefined;
  gateway.onRequest((request, response) => {
    heard = request.headers['accept-encoding'];
    response.end();
  });
  await ask(acceptEncoding);
  expect(heard).toBe(acceptEncoding || 'identity');
});

const encoded = gzipSync(plain);
const headersOfEncoded = {
  'Content-Type': 'application/octet-stream',
  'Content-Encoding': 'gzip',
  ETag: '"v1"',
  'Accept-Ranges': 'bytes',
  'Content-MD5': 'x',
  'Repr-Digest': 'sha-256=:x:',
  Vary: 'Origin',
};

test('HEAD answers like GET, whether the client accepts the coding or not', async () => {
  gateway.onRequest((request, response) => {
    response.writeHead(200, { ...headersOfEncoded, 'Content-Length': encoded.length });
    response.end(request.method === 'HEAD' ? undefined : encoded);
  });
  for (const accepted of ['gzip', undefined]) {
    const [head, get] = [await ask(accepted, 'HEAD'), await ask(accepted)];
    expect(head.bytes).toHaveLength(0);
    for (const name of ['content-encoding', 'content-length', 'etag', 'accept-ranges', 'content-md5', 'vary'])
      expect([name, head.answer.headers[name]]).toEqual([name, get.answer.headers[name]]);
  }
  const { headers } = (await ask(undefined, 'HEAD')).answer;
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers).not.toHaveProperty('content-md5');
  expect(headers).not.toHaveProperty('repr-digest');
  expect(headers.vary).toBe('Origin, Accept-Encoding');
});

test.each([204, 304])('an answer of %i has no body, and keeps its tag’s value', async (status) => {
  gateway.onRequest((_request, response) => void response.writeHead(status, headersOfEncoded).end());
  for (const accepted of ['gzip', undefined]) {
    const { answer, bytes } = await ask(accepted, 'GET', { 'If-None-Match': 'W/"v1"' });
    expect([answer.statusCode, bytes.length]).toEqual([status, 0]);
    expect(answer.headers.etag).toBe(accepted ? '"v1"' : 'W/"v1"');
    expect(answer.headers['content-encoding']).toBe(accepted);
  }
});

test('an empty answer with a Content-Encoding stays empty', async () => {
  gateway.onRequest((_request, response) => {
    response.writeHead(200, { ...headersOfEncoded, 'Content-Length': 0 }).end();
  });
  const { answer, bytes } = await ask(undefined);
  expect([answer.statusCode, bytes.length, answer.headers['content-encoding']]).toEqual([200, 0, undefined]);
});

test('a range passes unchanged; a range that the client cannot decode is refused', async () => {
  let encoding = {};
  gateway.onRequest((request, response) => {
    expect(request.headers.range).toBe('bytes=2-5');
    response.writeHead(206, {
      'Content-Type': 'application/octet-stream',
      'Content-Range': 'bytes 2-5/100',
      'Content-Length': 4,
      ...encoding,
    });
    response.end('abcd');
  });
  const part = await ask(undefined, 'GET', { Range: 'bytes=2-5' });
  expect([part.answer.statusCode, part.bytes.toString()]).toEqual([206, 'abcd']);
  expect(part.answer.headers).toMatchObject({ 'content-range': 'bytes 2-5/100', 'content-length': '4' });
  encoding = { 'Content-Encoding': 'gzip' };
  const accepted = await ask('gzip', 'GET', { Range: 'bytes=2-5' });
  expect([accepted.answer.statusCode, accepted.bytes.toString()]).toEqual([206, 'abcd']);
  const refused = await ask(undefined, 'GET', { Range: 'bytes=2-5' });
  expect([refused.answer.statusCode, JSON.parse(refused.bytes.toString())]).toMatchObject([
    502,
    { code: 'workspace_unreadable' },
  ]);
});

test('an unsupported coding reaches only clients that accept it', async () => {
  gateway.onRequest((_request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Encoding': 'compress' })
      .end('zzz');
  });
  expect((await ask('compress')).bytes.toString()).toBe('zzz');
  const { answer, bytes } = await ask('identity');
  expect([answer.statusCode, JSON.parse(bytes.toString())]).toMatchObject([
    502,
    { code: 'workspace_unreadable' },
  ]);
});

test('a broken encoded answer breaks off, and never ends as if it were whole', async () => {
  gateway.onRequest((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Encoding': 'gzip' });
    response.end(encoded.subarray(0, encoded.length - 12));
  });
  await expect(ask(undefined)).rejects.toThrow();
});

test('an encoded upload arrives unchanged', async () => {
  const arrived = new Promise<{ bytes: Buffer; coding: string | undefined }>((resolve) => {
    gateway.onRequest(async (request, response) => {
      resolve({ bytes: await bodyOf(request), coding: request.headers['content-encoding'] });
      response.end();
    });
  });
  const headers = { 'Content-Encoding': 'gzip' };
  const answer = await openAnswer(gateway, WORKSPACE, '/webhook/x', {
    method: 'POST',
    headers,
    body: encoded,
  });
  await bodyOf(answer);
  expect(await arrived).toEqual({ bytes: encoded, coding: 'gzip' });
});
