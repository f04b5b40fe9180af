import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { WebSocket } from 'ws';
import type { TestPortal } from './portal-client.ts';

/** The codes that `ws` reports for a close without a code, and for a broken connection (RFC 6455, 7.1.5). */
const NO_CLOSE_CODE: readonly number[] = [1005, 1006];

/** Addresses a workspace through the gateway explicitly, since not every resolver knows `*.localhost`. */
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

/** @returns the whole body of an answer. @throws Error if it is cut off. */
export async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export interface WorkspaceSocket {
  /** Sends one text message. */
  send(text: string): void;
  /** Resolves with the close code; null if the connection broke without one. */
  ended: Promise<number | null>;
  close(): void;
}

/**
 * Opens a WebSocket to a workspace through the gateway, as a page of that workspace does.
 * @param onMessage receives each text message. @throws Error with the status if the server does not upgrade.
 */
export async function openWorkspaceSocket(
  portal: Pick<TestPortal, 'portalUrl'>,
  name: string,
  path: string,
  { headers = {}, onMessage }: { headers?: Record<string, string>; onMessage: (text: string) => void },
): Promise<WorkspaceSocket> {
  const { port, headers: own } = workspaceOptions(portal, name, path);
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: { ...own, Origin: `http://${own.Host}`, ...headers },
    perMessageDeflate: false,
  });
  socket.on('message', (message) => onMessage(String(message)));
  const ended = new Promise<number | null>((resolve) => {
    socket.on('close', (code) => resolve(NO_CLOSE_CODE.includes(code) ? null : code));
  });
  await new Promise((resolve, reject) => {
    socket.on('unexpected-response', (upgrade, answer) => {
      upgrade.destroy();
      reject(new Error(`The WebSocket was refused with ${answer.statusCode}.`));
    });
    // Once open, a broken connection ends without a close code, which `ended` reports.
    socket.on('error', reject).on('open', resolve);
  });
  return { send: (text) => socket.send(text), ended, close: () => socket.close(1000) };
}
