import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEventStream } from '../support/event-stream.ts';
import { type GatewayToOrigin, startGatewayToOrigin, WORKSPACE } from '../support/gateway-origin.ts';
import { bodyOf, openAnswer, openWorkspaceSocket, workspaceOptions } from '../support/workspace-client.ts';

const MIB = 1024 * 1024;
/** More than an isolate can hold in memory (128 MB), and than all socket buffers on the way. */
const ENDLESS_MIB = 160;

let gateway: GatewayToOrigin;
beforeAll(async () => {
  gateway = await startGatewayToOrigin();
});
afterAll(() => gateway?.stop());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Begins an upload; the caller writes the body. */
function beginUpload(headers: Record<string, string> = {}, path = '/webhook/upload'): ClientRequest {
  const options = workspaceOptions(gateway, WORKSPACE, path);
  return request({ ...options, method: 'POST', headers: { ...options.headers, ...headers } });
}

/** Resolves with the next request that reaches the workspace, and its response. */
function nextRequest(): Promise<{ arrived: IncomingMessage; answer: ServerResponse }> {
  return new Promise((resolve) => gateway.onRequest((arrived, answer) => resolve({ arrived, answer })));
}

describe('an upload', () => {
  test.each([
    ['of 16 MB, its length announced', 16_000_000, true],
    ['of 16 MB in chunks', 16_000_000, false],
    ['of 64 MiB and a byte', 64 * MIB + 1, true],
    ['of one byte', 1, true],
  ])('%s arrives whole and unchanged', async (_what, length, isAnnounced) => {
    const bytes = randomBytes(length);
    gateway.onRequest(async (arrived, answer) => {
      const body = await bodyOf(arrived);
      answer.end(JSON.stringify({ sha256: sha256(body), length: arrived.headers['content-length'] }));
    });
    const upload = beginUpload(isAnnounced ? { 'Content-Length': String(length) } : {});
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    // `end` alone would make Node announce the length.
    upload.write(bytes);
    upload.end();
    const [answer] = await answered;
    expect(JSON.parse((await bodyOf(answer)).toString())).toEqual({
      sha256: sha256(bytes),
      ...(isAnnounced ? { length: String(length) } : {}),
    });
  });

  // Another path: the gateway reads a webhook of up to 64 kB before it forwards it (docs/held-webhooks.md).
  test.each([
    ['in chunks', '/webhook/upload', {}],
    ['with its length', '/rest/upload', { 'Content-Length': '12' }],
  ])('%s arrives chunk by chunk, as it is sent', async (_how, path, headers) => {
    const next = nextRequest();
    const upload = beginUpload(headers, path);
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write('abcd');
    const { arrived, answer } = await next;
    expect(String((await once(arrived, 'data'))[0])).toBe('abcd');
    upload.write('efgh');
    expect(String((await once(arrived, 'data'))[0])).toBe('efgh');
    upload.end('ijkl');
    expect(String((await once(arrived, 'data'))[0])).toBe('ijkl');
    answer.end('taken');
    const [taken] = await answered;
    expect([taken.statusCode, String(await bodyOf(taken))]).toEqual([200, 'taken']);
  });

  test.each([
    ['in chunks', '/rest/upload', {}],
    ['in chunks to a webhook', '/webhook/upload', {}],
    ['with its length', '/rest/upload', { 'Content-Length': '1000' }],
    ['with its length to a webhook', '/webhook/upload', { 'Content-Length': '100000' }],
  ])('%s that is cut off never looks complete to the workspace', async (_how, path, headers) => {
    const next = nextRequest();
    const upload = beginUpload(headers, path);
    upload.on('error', () => {});
    upload.write('abcd');
    const { arrived } = await next;
    const body = bodyOf(arrived);
    upload.destroy();
    await expect(body).rejects.toThrow();
  });

  test('waits in the client, not in the Worker, while the workspace does not read', async () => {
    const next = nextRequest();
    const upload = beginUpload();
    const sent = writeEndlessly(upload);
    const { arrived, answer } = await next;
    expect(await untilStalled(sent)).toBeLessThan(64);
    const answered = once(upload, 'response');
    expect(await lengthOf(arrived)).toBe(ENDLESS_MIB * MIB);
    answer.end();
    await answered;
  });
});

describe('an answer', () => {
  const odd = Buffer.concat([
    Buffer.from(Array.from({ length: 256 }, (_, value) => value)),
    Buffer.from('\r\n\r\n0\r\n\r\n\0\u2028'),
    randomBytes(1_000_003),
  ]);

  test.each([
    ['with its length', { 'Content-Length': String(odd.length) }],
    ['in chunks', {}],
    [
      'as a download',
      {
        'Content-Length': String(odd.length),
        'Content-Disposition': `attachment; filename="a b.bin"; filename*=UTF-8''%C3%A4.bin`,
      },
    ],
  ])('arrives unchanged, whatever its bytes, %s', async (_how, headers: Record<string, string>) => {
    gateway.onRequest((_request, answer) => {
      answer.writeHead(200, { 'Content-Type': 'application/octet-stream', ...headers }).end(odd);
    });
    const answer = await openAnswer(gateway, WORKSPACE, '/webhook/file');
    expect((await bodyOf(answer)).equals(odd)).toBe(true);
    expect(answer.headers['content-length']).toBe(headers['Content-Length']);
    expect(answer.headers['content-disposition']).toBe(headers['Content-Disposition']);
  });

  test.each(['application/octet-stream', 'application/json; charset=utf-8', 'text/html'])(
    'arrives piece by piece when it streams %s',
    async (type) => {
      for (const accepted of ['identity', undefined]) {
        const next = nextRequest();
        const opening = openAnswer(gateway, WORKSPACE, '/webhook/stream', {
          headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted },
        });
        const { answer: origin } = await next;
        origin.writeHead(200, { 'Content-Type': type }).flushHeaders();
        const answer = await opening;
        for (const piece of ['{"one":1}\n', '{"two":2}\n', '{"three":3}\n']) {
          origin.write(piece);
          expect(String((await once(answer, 'data'))[0])).toBe(piece);
        }
        origin.end();
        await once(answer, 'end');
      }
    },
  );

  test('breaks off for the client when it breaks off in the workspace', async () => {
    const next = nextRequest();
    const opening = openAnswer(gateway, WORKSPACE, '/webhook/stream');
    const { answer: origin } = await next;
    origin.writeHead(200, { 'Content-Type': 'application/octet-stream' }).write('half');
    const answer = await opening;
    await once(answer, 'readable');
    origin.destroy();
    await expect(bodyOf(answer)).rejects.toThrow();
  });

  test('ends in the workspace with its next event, after the client leaves', async () => {
    const next = nextRequest();
    const opening = openAnswer(gateway, WORKSPACE, '/webhook/stream');
    const { answer: origin } = await next;
    origin.writeHead(200, { 'Content-Type': 'application/octet-stream' }).write('begun');
    const answer = await opening;
    await once(answer, 'data');
    answer.destroy();
    await untilClosed(origin, 'more');
    expect(origin.writableFinished).toBe(false);
  });

  test('waits in the workspace, not in the Worker, while the client does not read', async () => {
    const next = nextRequest();
    const opening = openAnswer(gateway, WORKSPACE, '/webhook/stream');
    const { answer: origin } = await next;
    origin.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    const sent = writeEndlessly(origin);
    const answer = await opening;
    expect(await untilStalled(sent)).toBeLessThan(64);
    expect(await lengthOf(answer)).toBe(ENDLESS_MIB * MIB);
  });
});

describe('server-sent events', () => {
  test.each([undefined, 'identity', 'gzip, deflate, br'])(
    'arrive one by one, for a client that accepts "%s"',
    async (accepted) => {
      const next = nextRequest();
      const events: string[] = [];
      let onEvent = () => {};
      const opening = openEventStream(gateway, WORKSPACE, '/mcp/x/sse', {
        headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted },
        onEvent: ({ event, data }) => {
          events.push(`${event} ${data}`);
          onEvent();
        },
      });
      const { arrived, answer: origin } = await next;
      expect(arrived.headers.accept).toBe('text/event-stream');
      origin
        .writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' })
        .flushHeaders();
      const stream = await opening;
      for (const turn of [1, 2, 3]) {
        const received = new Promise<void>((resolve) => {
          onEvent = resolve;
        });
        origin.write(`event: turn\ndata: ${turn}\n\n`);
        await received;
        expect(events).toHaveLength(turn);
      }
      expect(events).toEqual(['turn 1', 'turn 2', 'turn 3']);
      stream.close();
      await untilClosed(origin, ': still there\n\n');
    },
  );
});

describe('a WebSocket', () => {
  test('carries messages in both directions, and its close', async () => {
    const messages: string[] = [];
    let onMessage = (_text: string) => {};
    const socket = await openWorkspaceSocket(gateway, WORKSPACE, '/rest/push?pushRef=a', {
      onMessage: (text) => {
        messages.push(text);
        onMessage(text);
      },
    });
    for (const text of ['hello', 'ä🙂'.repeat(1_000), 'x'.repeat(60_000), '']) {
      const echoed = new Promise<string>((resolve) => {
        onMessage = resolve;
      });
      socket.send(text);
      expect(await echoed).toBe(text);
    }
    expect(messages).toHaveLength(4);
    socket.close();
    expect(await socket.ended).toBe(1000);
  });

  test('is refused with the workspace’s answer', async () => {
    const opening = openWorkspaceSocket(gateway, WORKSPACE, '/nothing', { onMessage: () => {} });
    await expect(opening).rejects.toThrow('404');
  });
});

/** Writes until the peer is gone: a connection whose client left reports it only on a further write. */
async function untilClosed(stream: ServerResponse, text: string): Promise<void> {
  const closed = once(stream, 'close');
  const writing = setInterval(() => stream.write(text), 20);
  await closed;
  clearInterval(writing);
}

/** Writes `ENDLESS_MIB` as fast as the peer reads, then ends. @returns a function that reads how many MiB were accepted. */
function writeEndlessly(stream: ClientRequest | ServerResponse): () => number {
  const piece = Buffer.alloc(MIB, 7);
  let taken = 0;
  const write = async () => {
    for (; taken < ENDLESS_MIB; taken += 1) if (!stream.write(piece)) await once(stream, 'drain');
    stream.end();
  };
  void write();
  return () => taken;
}

async function lengthOf(body: AsyncIterable<unknown>): Promise<number> {
  let length = 0;
  for await (const chunk of body) length += (chunk as Buffer).length;
  return length;
}

/** Resolves with the accepted MiB once the number is stable for half a second. */
async function untilStalled(taken: () => number): Promise<number> {
  for (let before = -1; before !== taken(); ) {
    before = taken();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return taken();
}

test.each([600, 999])(
  'an answer with status %i is reported as unreadable, and is not asked for again',
  async (status) => {
    let asked = 0;
    gateway.onRequest((_request, answer) => {
      asked += 1;
      answer.writeHead(status, { 'Weft-Gate': 'passed' }).end('{}');
    });
    for (const path of ['/rest/settings', '/webhook/odd']) {
      const answer = await openAnswer(gateway, WORKSPACE, path, { method: 'POST', body: 'x' });
      const { code } = JSON.parse(String(await bodyOf(answer)));
      expect([answer.statusCode, code, answer.headers['retry-after']]).toEqual([
        502,
        'workspace_unreadable',
        undefined,
      ]);
    }
    expect(asked).toBe(2);
  },
);

test.each([
  ['/webhook/report.csv', 'no-cache'],
  ['/rest/settings', 'no-cache'],
  ['/assets/index-3f9a.js', undefined],
])('of %s, no cache in front of the workspace may answer', async (path, pragma) => {
  let asked: IncomingHttpHeaders | undefined;
  gateway.onRequest((request, answer) => {
    asked = request.headers;
    answer.writeHead(200, { 'Weft-Gate': 'passed' }).end();
  });
  const answer = await openAnswer(gateway, WORKSPACE, path);
  await bodyOf(answer);
  // The platform adds it to a request that its cache must not answer.
  expect(asked?.pragma).toBe(pragma);
});
