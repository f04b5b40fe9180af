import { Agent, type IncomingMessage, request } from 'node:http';
import { afterAll, expect, inject, test } from 'vitest';
import { API_TOKEN_PREFIX } from '#app/domain/access/api-token.ts';
import { PortalClient } from '../support/portal-client.ts';

const portal = inject('portal');
const { port } = new URL(portal.portalUrl);
/** One connection, kept after each answer. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

/** Posts a body. @returns the status, and whether the connection of the request before was still open. */
function post(path: string, headers: Record<string, string>, body: Buffer) {
  return new Promise<{ status: number | undefined; isSameConnection: boolean }>((resolve, reject) => {
    const onAnswer = (answer: IncomingMessage) => {
      const { reusedSocket: isSameConnection } = sent;
      answer.resume().on('end', () => resolve({ status: answer.statusCode, isSameConnection }));
    };
    const { address } = new PortalClient(portal);
    const sent = request(
      { port, path, agent, method: 'POST', headers: { 'CF-Connecting-IP': address, ...headers } },
      onAnswer,
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

// The runtime closes the connection of a request whose body no one read, and a sender that still writes finds no answer.
test.for<[string, string, Record<string, string>, number]>([
  ['another site', '/login', { Origin: 'https://evil.example' }, 403],
  ['another site, an archive', '/manage/export/upload', { Origin: 'https://evil.example' }, 403],
  ['nobody, an archive', '/manage/export/upload', { Origin: portal.portalUrl }, 302],
  ['a token in the address', `/api/instance?token=${API_TOKEN_PREFIX}x`, {}, 400],
  ['a cookie sent twice', '/login', { Cookie: 'token=a; token=b' }, 400],
])('the body of a refused request is read: %s', async ([, path, headers, status]) => {
  const origin = new URL(portal.portalUrl).host;
  const body = Buffer.alloc(2 * 1024 * 1024, 'a');
  const all = { Host: origin, 'Content-Type': 'application/x-www-form-urlencoded', ...headers };
  await post(path, all, body);
  expect(await post(path, all, body)).toEqual({ status, isSameConnection: true });
});
