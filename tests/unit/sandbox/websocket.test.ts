import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { opcodes, ProtocolError, readFrame, writeFrame } from '#sandbox/runtime/websocket-frames.ts';
import { World } from './harness.ts';

const mask = Buffer.from([1, 2, 3, 4]);

/** A frame as a client sends it. */
function clientFrame(opcode: number, payload: Buffer, fin = true): Buffer {
  const plain = writeFrame(opcode, payload);
  const header = Buffer.from(plain.subarray(0, plain.length - payload.length));
  header[0] = (fin ? 0x80 : 0) | opcode;
  header[1] = (header[1] ?? 0) | 0x80;
  const masked = Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
  return Buffer.concat([header, mask, masked]);
}

test.each([0, 1, 125, 126, 65_535, 65_536])(
  'a frame of %i bytes is read whole, and not before it is there',
  (size) => {
    const payload = Buffer.alloc(size, 'x');
    const bytes = clientFrame(opcodes.text, payload);
    expect(readFrame(bytes.subarray(0, bytes.length - 1), 70_000)).toBeUndefined();
    const read = readFrame(Buffer.concat([bytes, Buffer.from('rest')]), 70_000);
    expect(read?.frame.payload.equals(payload)).toBe(true);
    expect(read?.rest.toString()).toBe('rest');
  },
);

test('an unmasked, a reserved and an oversized frame are errors of the peer', () => {
  const code = (bytes: Buffer) => {
    try {
      readFrame(bytes, 10);
    } catch (error) {
      return error instanceof ProtocolError ? error.code : error;
    }
    return undefined;
  };
  expect(code(writeFrame(opcodes.text, Buffer.from('x')))).toBe(1002);
  expect(code(Buffer.from([0xc1, 0x80]))).toBe(1002);
  expect(code(clientFrame(opcodes.ping, Buffer.alloc(1), false))).toBe(1002);
  expect(code(clientFrame(opcodes.text, Buffer.alloc(11)))).toBe(1009);
});

async function pushSocket(world: World): Promise<Socket> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  socket.write(
    'GET /ingress/ws-ada/rest/push HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const [answer] = await once(socket, 'data');
  // The sample of RFC 6455 section 1.3.
  expect(String(answer)).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
  return socket;
}

test('pings are answered, fragments joined, and what is not UTF-8 closes with 1007', async () => {
  await using world = await World.start();
  await world.provision('ada');
  await world.ready('ada');
  const socket = await pushSocket(world);
  const next = async () => (await once(socket, 'data'))[0] as Buffer;

  socket.write(clientFrame(opcodes.ping, Buffer.from('hi')));
  expect((await next()).equals(writeFrame(opcodes.pong, Buffer.from('hi')))).toBe(true);

  socket.write(clientFrame(opcodes.text, Buffer.from('one '), false));
  socket.write(clientFrame(opcodes.continuation, Buffer.from('two')));
  expect((await next()).equals(writeFrame(opcodes.text, Buffer.from('one two')))).toBe(true);

  socket.write(clientFrame(opcodes.text, Buffer.from([0xff])));
  const closing = await next();
  expect([(closing[0] ?? 0) & 0x0f, closing.readUInt16BE(2)]).toEqual([opcodes.close, 1007]);
  await once(socket, 'close');
});
