import { expect, inject, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';

const { portalUrl } = inject('portal');
const { port, host } = new URL(portalUrl);

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'TRACK', 'PROPFIND', 'NONSENSE'];

/** The names among these that workerd does not know. */
const UNKNOWN = ['TRACK', 'NONSENSE'];

const READ = 'GET, HEAD';
const FORM = 'GET, HEAD, POST';

/** Addresses with the methods that they take: pages, calls, files, and what the Worker answers itself. */
const taken: Record<string, string> = {
  '/login': FORM,
  '/manage': FORM,
  '/manage/status': READ,
  '/manage/webhooks/whk_none': READ,
  '/account/activity.csv': READ,
  '/api/auth/me': READ,
  '/api/auth/register': 'POST',
  '/api/instance/restart': 'PUT',
  '/api/docs': READ,
  '/api/instance/live': 'GET',
  '/webhooks/paddle': 'POST',
  '/robots.txt': READ,
  '/favicon.svg': READ,
  '/icons/apple-touch-icon.png': READ,
};

const ask = async (method: string, path: string, to = host) => {
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${to}`, `Origin: ${portalUrl}`, 'Content-Length: 0'];
  const { status, headers } = await rawRequest(port, head);
  return { status, allow: headers.get('allow')?.join() };
};

/** A call of the API lists its methods for OPTIONS. */
const statusOf = (method: string, path: string) =>
  method === 'OPTIONS' && path.startsWith('/api/') && path !== '/api/docs' ? 204 : 405;

test.each(Object.entries(taken))('%s refuses other methods than %s, and names these', async (path, allow) => {
  const refused = METHODS.filter((method) => !allow.split(', ').includes(method));
  for (const method of refused) {
    const answer = await ask(method, path);
    // workerd itself refuses a name that is no method.
    if (UNKNOWN.includes(method)) expect([method, answer.status]).toEqual([method, 501]);
    else expect({ method, ...answer }).toEqual({ method, status: statusOf(method, path), allow });
  }
});

test('a workspace’s host refuses TRACE, and names the methods that it passes on', async () => {
  const answer = await ask('TRACE', '/', `nobody-has-this.${host}`);
  expect(answer).toEqual({ status: 405, allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' });
});
