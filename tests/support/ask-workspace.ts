import { request } from 'node:http';
import type { TestPortal } from './portal-client.ts';

/** Sends a request to a workspace's host by its address, since not every resolver knows `*.localhost`. */
export function askWorkspace(
  portal: TestPortal,
  name: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; location: string; cookies: string[]; body: string }> {
  const { port, host } = new URL(portal.portalUrl);
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, method, headers: { Host: `${name}.${host}`, ...headers } },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? '',
            cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? ''),
            body,
          }),
        );
      },
    );
    call.on('error', reject).end();
  });
}
