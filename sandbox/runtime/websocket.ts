import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Frame, opcodes, ProtocolError, readFrame, writeFrame } from './websocket-frames.ts';

// Fixed by RFC 6455 section 1.3.
const handshakeGuid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const maxMessageBytes = 64 * 1024;

function closeFrame(code: number, reason: string): Buffer {
  const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
  payload.writeUInt16BE(code, 0);
  payload.write(reason, 2);
  return writeFrame(opcodes.close, payload);
}

/** Collects the fragments of one text message. Returns the message once it is whole. */
class MessageBuffer {
  #parts: Buffer[] = [];
  #open = false;

  add({ fin, opcode, payload }: Frame): Buffer | undefined {
    if (opcode === opcodes.binary) throw new ProtocolError(1003, 'only text is understood');
    const begins = opcode === opcodes.text;
    if (!begins && opcode !== opcodes.continuation) throw new ProtocolError(1002, 'unknown opcode');
    if (begins === this.#open) throw new ProtocolError(1002, 'fragments out of order');
    this.#open = true;
    this.#parts.push(payload);
    const size = this.#parts.reduce((sum, part) => sum + part.length, 0);
    if (size > maxMessageBytes) throw new ProtocolError(1009, 'the message is too long');
    if (!fin) return undefined;
    const message = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#open = false;
    if (!isUtf8(message)) throw new ProtocolError(1007, 'the text is not UTF-8');
    return message;
  }
}

function serve(socket: Duplex, head: Buffer): void {
  const messages = new MessageBuffer();
  let pending: Buffer = Buffer.alloc(0);
  let ended = false;

  const finish = (frame: Buffer) => {
    ended = true;
    socket.end(frame);
  };
  const handle = (frame: Frame) => {
    if (frame.opcode === opcodes.ping) socket.write(writeFrame(opcodes.pong, frame.payload));
    else if (frame.opcode === opcodes.close) finish(writeFrame(opcodes.close, frame.payload.subarray(0, 2)));
    else if (frame.opcode !== opcodes.pong) {
      const message = messages.add(frame);
      if (message) socket.write(writeFrame(opcodes.text, message));
    }
  };
  const take = (chunk: Buffer) => {
    if (ended) return;
    pending = Buffer.concat([pending, chunk]);
    try {
      for (
        let read = readFrame(pending, maxMessageBytes);
        read && !ended;
        read = readFrame(pending, maxMessageBytes)
      ) {
        pending = read.rest;
        handle(read.frame);
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      finish(closeFrame(error.code, error.message));
    }
  };
  socket.on('data', take);
  socket.on('end', () => socket.end());
  take(head);
}

/** Answers the upgrade of `/rest/push`, n8n's push channel, with a WebSocket that echoes text. */
export function acceptPush(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const key = request.headers['sec-websocket-key'];
  const isPush = request.url?.split('?')[0] === '/rest/push';
  const isWebSocket =
    request.headers.upgrade?.toLowerCase() === 'websocket' &&
    request.headers['sec-websocket-version'] === '13';
  if (!isPush || !isWebSocket || !key) {
    const status = isPush ? '426 Upgrade Required\r\nSec-WebSocket-Version: 13' : '404 Not Found';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    return;
  }
  const accept = createHash('sha1')
    .update(key + handshakeGuid)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  serve(socket, head);
}
