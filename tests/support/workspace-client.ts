import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { opcodes, writeFrame } from '#sandbox/runtime/websocket-frames.ts';
import type { TestPortal } from './portal-client.ts';

const MAX_SHORT_LENGTH = 125;
const BITS_OF_LENGTH = 0x7f;

/** Addresses a workspace through the gateway, by hand since not every resolver knows `*.localhost`. */
export function workspaceOptions(
  portal: Pick<TestPortal, 'portalUrl'>,
  name: string,
  path: string,
): RequestOptions & { headers: Record<string, string> } {
  const { port, host } = new URL(portal.portalUrl);
  return { host: '127.0.0.1', port, path, headers: { Host: `${name}.${host}` } };
}

/** Sends a request to a workspace through the gateway. @returns its answer, whose body the caller reads or destroys. */
export function openAnswer(
  portal: Pick<TestPortal, 'portalUrl'>,
  name: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<IncomingMessage> {
  const options = workspaceOptions(portal, name, path);
  return new Promise((resolve, reject) => {
    const call = request({ ...options, method, headers: { ...options.headers, ...headers } }, resolve);
    call.on('error', reject).end(body);
  });
}

/** @returns the whole body of an answer. @throws Error when it breaks off. */
export async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export interface WorkspaceSocket {
  /** Sends one text message. */
  send(text: string): void;
  /** Resolves with the close code, or with null when the connection broke without one. */
  ended: Promise<number | null>;
  close(): void;
}

/**
 * Opens a WebSocket to a workspace through the gateway, as a page of that workspace does.
 * @param onMessage receives each text message. @throws Error with the status when there is no upgrade.
 */
export async function openWorkspaceSocket(
  portal: Pick<TestPortal, 'portalUrl'>,
  name: string,
  path: string,
  { headers = {}, onMessage }: { headers?: Record<string, string>; onMessage: (text: string) => void },
): Promise<WorkspaceSocket> {
  const { socket, head } = await upgrade(portal, name, path, headers);
  let pending: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let closeCode: number | null = null;

  const onFrame = ({ isFinal, opcode, payload }: ServerFrame) => {
    if (opcode === opcodes.ping) socket.write(masked(opcodes.pong, payload));
    else if (opcode === opcodes.close) {
      closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : null;
      socket.end(masked(opcodes.close, payload.subarray(0, 2)));
    } else if (opcode !== opcodes.pong) {
      parts.push(payload);
      if (!isFinal) return;
      onMessage(Buffer.concat(parts).toString());
      parts = [];
    }
  };
  const onBytes = (bytes: Buffer) => {
    pending = Buffer.concat([pending, bytes]);
    for (let read = readServerFrame(pending); read; read = readServerFrame(pending)) {
      pending = read.rest;
      onFrame(read.frame);
    }
  };
  const ended = new Promise<number | null>((resolve) => {
    socket.on('close', () => resolve(closeCode));
  });
  // A connection that breaks ends without a close code, which `ended` says.
  socket.on('error', () => socket.destroy());
  socket.on('end', () => socket.end());
  socket.on('data', onBytes);
  onBytes(head);
  return {
    send: (text) => void socket.write(masked(opcodes.text, Buffer.from(text))),
    ended,
    close: () => void socket.write(masked(opcodes.close, Buffer.from([0x03, 0xe8]))),
  };
}

function upgrade(
  portal: Pick<TestPortal, 'portalUrl'>,
  name: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ socket: Duplex; head: Buffer }> {
  const options = workspaceOptions(portal, name, path);
  const key = randomBytes(16).toString('base64');
  const own = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': key,
  };
  const origin = `http://${options.headers.Host}`;
  return new Promise((resolve, reject) => {
    request({ ...options, headers: { ...options.headers, ...own, Origin: origin, ...headers } })
      .on('upgrade', (_answer, socket, head) => resolve({ socket, head }))
      .on('response', (answer) => {
        answer.resume();
        reject(new Error(`The WebSocket was refused with ${answer.statusCode}.`));
      })
      .on('error', reject)
      .end();
  });
}

interface ServerFrame {
  isFinal: boolean;
  opcode: number;
  payload: Buffer;
}

/** Takes the first frame off `bytes`, unmasked as servers send it; undefined when more bytes are needed. */
function readServerFrame(bytes: Buffer): { frame: ServerFrame; rest: Buffer } | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  let length = second & BITS_OF_LENGTH;
  let at = 2;
  if (length > MAX_SHORT_LENGTH) {
    at = length === BITS_OF_LENGTH ? 10 : 4;
    if (bytes.length < at) return undefined;
    length = at === 10 ? Number(bytes.readBigUInt64BE(2)) : bytes.readUInt16BE(2);
  }
  if (bytes.length < at + length) return undefined;
  const payload = Buffer.from(bytes.subarray(at, at + length));
  return {
    frame: { isFinal: (first & 0x80) !== 0, opcode: first & 0x0f, payload },
    rest: bytes.subarray(at + length),
  };
}

/** A whole frame as clients send it: masked, as RFC 6455 section 5.3 demands. */
function masked(opcode: number, payload: Buffer): Buffer {
  const frame = writeFrame(opcode, payload);
  const header = Buffer.from(frame.subarray(0, frame.length - payload.length));
  header[1] = (header[1] ?? 0) | 0x80;
  const mask = randomBytes(4);
  return Buffer.concat([header, mask, payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}
