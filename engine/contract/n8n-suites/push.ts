import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import type { Workspace } from '../workspace.ts';

/** Opens n8n's push channel like an editor. @returns its socket, or the status if the upgrade is refused. */
async function openPush(workspace: Workspace, cookie: string): Promise<Duplex | number> {
  const { baseUrl } = workspace.process;
  const call: ClientRequest = request(`${baseUrl}/rest/push?pushRef=${randomBytes(5).toString('hex')}`, {
    headers: {
      cookie,
      origin: baseUrl,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  });
  call.end();
  return new Promise((resolve, reject) => {
    call.once('upgrade', (_answer: IncomingMessage, socket: Duplex) => resolve(socket));
    call.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.once('error', reject);
  });
}

/** Push connections of open editors close when their person's sessions end. */
export function pushSuite(startEngine: StartEngine): void {
  describeWithProcess('push', startEngine, ({ workspace }) => {
    test.each<[string, (workspace: Workspace) => Promise<number>]>([
      ['signed out', (workspace) => workspace.signOut('ada@example.com')],
      ['removed from the account', (workspace) => workspace.setPerson('ada@example.com', null)],
    ])('closes the open editor of a person who is %s', async (_how, end) => {
      const socket = await openPush(workspace, await workspace.signIn());
      if (typeof socket === 'number') throw new Error(`no push channel: ${socket}`);
      socket.resume();
      const closed = once(socket, 'close');
      expect(await end(workspace)).toBe(204);
      await closed;
    });
  });
}
