import { request } from 'node:http';
import { call, unwrap } from './api-calls.ts';
import type { PortalClient, TestPortal } from './portal-client.ts';

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

/** A browser in the workspace. */
export interface OpenedWorkspace {
  /** The value of its `Cookie` header there. */
  cookie: string;
  isSignedIn(): Promise<boolean>;
}

/** Opens the workspace by the portal's link. @throws if the workspace refuses it. */
export async function openWorkspace(browser: PortalClient, name: string): Promise<OpenedWorkspace> {
  const { url } = await unwrap<{ url: string }>(call(browser, 'GET', '/instance/url'));
  const { pathname, search } = new URL(url);
  const { status, cookies } = await askWorkspace(browser.portal, name, pathname + search);
  if (status !== 302) throw new Error(`The workspace answered ${status} to the portal's link.`);
  const cookie = cookies.join('; ');
  return {
    cookie,
    isSignedIn: async () =>
      (await askWorkspace(browser.portal, name, '/rest/login', { headers: { Cookie: cookie } })).status ===
      200,
  };
}
