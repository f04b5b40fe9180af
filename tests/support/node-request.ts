import { type IncomingMessage, request } from 'node:http';
import type { TestPortal } from './portal-client.ts';

export interface NodeAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Uses node:http: `fetch` sends neither another host nor an upgrade. Closes a granted upgrade immediately. */
export function nodeRequest(
  { portalUrl }: Pick<TestPortal, 'portalUrl'>,
  path: string,
  headers: Record<string, string>,
): Promise<NodeAnswer> {
  const { port, host } = new URL(portalUrl);
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers: { Host: host, ...headers } });
    const answer = ({ statusCode: status = 0, headers: raw }: IncomingMessage, body = '') => {
      const given = Object.entries(raw).map(([name, value]): [string, string] => [name, String(value)]);
      resolve({ status, headers: new Headers(given), body });
    };
    call.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => answer(response, body));
    });
    call.on('upgrade', (response, socket) => {
      socket.destroy();
      answer(response);
    });
    call.on('error', reject).end();
  });
}

/** Requests the live status like a browser's `new WebSocket`. */
export function upgradeLive(
  portal: Pick<TestPortal, 'portalUrl'>,
  headers: Record<string, string>,
): Promise<NodeAnswer> {
  return nodeRequest(portal, '/api/instance/live', {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.from('sixteen bytes...').toString('base64'),
    ...headers,
  });
}
