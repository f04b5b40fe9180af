import { request } from 'node:http';
import type { TestPortal } from './portal-client.ts';

/** Asks a workspace's host; by hand, since not every resolver knows `*.localhost`. */
export function askWorkspace(
  portal: TestPortal,
  name: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; location: string; cookies: string[] }> {
  const { port, host } = new URL(portal.portalUrl);
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, method, headers: { Host: `${name}.${host}`, ...headers } },
      (response) => {
        response.resume().on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? '',
            cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? ''),
          }),
        );
      },
    );
    call.on('error', reject).end();
  });
}
