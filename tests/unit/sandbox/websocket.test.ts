import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { World } from './harness.ts';

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const mask = Buffer.from([1, 2, 3, 4]);

/** A server's frame: complete and unmasked. */
function serverFrame(opcode: number, payload: Buffer): Buffer {
  const size = Buffer.alloc(payload.length < 126 ? 1 : 3);
  if (payload.length < 126) size.writeUInt8(payload.length);
  else {
    size.writeUInt8(126);
    size.writeUInt16BE(payload.length, 1);
  }
  return Buffer.concat([Buffer.from([0x80 | opcode]), size, payload]);
}

/** A client's frame: masked, and possibly a fragment. */
function clientFrame(opcode: number, payload: Buffer, fin = true): Buffer {
  const plain = serverFrame(opcode, payload);
  const header = Buffer.from(plain.subarray(0, plain.length - payload.length));
  header[0] = (fin ? 0x80 : 0) | opcode;
  header[1] = (header[1] ?? 0) | 0x80;
  const masked = Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
  return Buffer.concat([header, mask, masked]);
}

/** @returns exactly this many bytes, however the connection splits them. */
async function receive(socket: Socket, bytes: number): Promise<Buffer> {
  let received = Buffer.alloc(0);
  while (received.length < bytes) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    received = Buffer.concat([received, chunk]);
  }
  return received;
}

async function pushSocket(world: World): Promise<Socket> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  socket.write(
    'GET /ingress/ws-ada/rest/push HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const [answer] = await once(socket, 'data');
  // Example from RFC 6455 section 1.3.
  expect(String(answer)).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
  return socket;
}

test('answers pings, joins fragments, and closes invalid UTF-8 with 1007', async () => {
  await using world = await World.start();
  await world.provision('ada');
  await world.ready('ada');
  const socket = await pushSocket(world);
  const expectFrame = async (frame: Buffer) =>
    expect((await receive(socket, frame.length)).equals(frame)).toBe(true);

  socket.write(clientFrame(opcodes.ping, Buffer.from('hi')));
  await expectFrame(serverFrame(opcodes.pong, Buffer.from('hi')));

  socket.write(clientFrame(opcodes.text, Buffer.from('one '), false));
  socket.write(clientFrame(opcodes.continuation, Buffer.from('two')));
  await expectFrame(serverFrame(opcodes.text, Buffer.from('one two')));

  socket.write(clientFrame(opcodes.text, Buffer.from([0xff])));
  const closing = await receive(socket, 4);
  expect([(closing[0] ?? 0) & 0x0f, closing.readUInt16BE(2)]).toEqual([opcodes.close, 1007]);
  await once(socket, 'close');
});

test.each([0, 1, 125, 126, 65_535])(
  'echoes a text of %i bytes, whose frame arrives in two parts',
  async (size) => {
    await using world = await World.start();
    await world.provision('ada');
    await world.ready('ada');
    const socket = await pushSocket(world);
    const payload = Buffer.alloc(size, 'x');
    const frame = clientFrame(opcodes.text, payload);
    socket.write(frame.subarray(0, frame.length - 1));
    socket.write(frame.subarray(frame.length - 1));
    const echo = serverFrame(opcodes.text, payload);
    expect((await receive(socket, echo.length)).equals(echo)).toBe(true);
    socket.destroy();
  },
);

test.each([
  ['an unmasked frame', serverFrame(opcodes.text, Buffer.from('x')), 1002],
  ['a reserved bit', Buffer.concat([Buffer.from([0xc1, 0x80]), mask]), 1002],
  ['a control frame in fragments', clientFrame(opcodes.ping, Buffer.alloc(1), false), 1002],
  ['a continuation of nothing', clientFrame(opcodes.continuation, Buffer.from('x')), 1002],
  ['binary data', clientFrame(opcodes.binary, Buffer.from('x')), 1003],
  ['fragments of more than 64 KiB', fragments(2, 40_000), 1009],
])('closes the connection after %s', async (_what, frames, code) => {
  await using world = await World.start();
  await world.provision('ada');
  await world.ready('ada');
  const socket = await pushSocket(world);
  socket.write(frames);
  const closing = await receive(socket, 4);
  expect([(closing[0] ?? 0) & 0x0f, closing.readUInt16BE(2)]).toEqual([opcodes.close, code]);
  socket.destroy();
});

/** @returns the fragments of one text message. */
function fragments(count: number, bytes: number): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, (_, index) =>
      clientFrame(
        index === 0 ? opcodes.text : opcodes.continuation,
        Buffer.alloc(bytes, 'x'),
        index === count - 1,
      ),
    ),
  );
}
