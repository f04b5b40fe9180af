import { call } from './api-calls.ts';
import { eventually, type PortalClient } from './portal-client.ts';
import { setClusterFault } from './set-up.ts';
import { bodyOf, openAnswer } from './workspace-client.ts';

/** A webhook as its sender sends it. */
export interface SentWebhook {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends a webhook to a workspace through the gateway. @returns the status and its JSON. */
export async function sendWebhook(
  { portal }: Pick<PortalClient, 'portal'>,
  workspace: string,
  { path, method = 'POST', headers = {}, body = '' }: SentWebhook,
): Promise<{ status: number; answer: { held?: string; retryAfter?: number; code?: string } }> {
  const response = await openAnswer(portal, workspace, path, { method, headers, body });
  const text = (await bodyOf(response)).toString();
  return { status: response.statusCode ?? 0, answer: JSON.parse(text) };
}

/**
 * Pauses the replay and restarts the workspace. Its process starts only after `send`, so webhooks sent by `send` are held
 * and stay held, however long that takes.
 */
async function whileRestarting<Result>(
  client: PortalClient,
  workspace: string,
  send: () => Promise<Result>,
): Promise<Result> {
  await expectStatus(await call(client, 'PUT', '/instance/webhook-queue', { paused: true }), 200);
  // Nothing is applied before the fault that ends every process is set.
  await setClusterFault(client, workspace, 'api-500');
  try {
    await expectStatus(await call(client, 'PUT', '/instance/restart'), 202);
    await setClusterFault(client, workspace, 'crash-loop');
    // The ending process still answers for a moment. HEAD is never held.
    await eventually(async () => {
      const answer = await openAnswer(client.portal, workspace, '/webhook/echo', { method: 'HEAD' });
      answer.resume();
      return answer.statusCode === 503;
    });
    return await send();
  } finally {
    await setClusterFault(client, workspace, 'none');
  }
}

/** Sends webhooks that are held. @returns their ids, in the same order. */
export function holdWebhooks(
  client: PortalClient,
  workspace: string,
  webhooks: readonly SentWebhook[],
): Promise<string[]> {
  return whileRestarting(client, workspace, async () => {
    const ids: string[] = [];
    for (const webhook of webhooks) {
      const { status, answer } = await sendWebhook(client, workspace, webhook);
      if (status !== 202 || !answer.held) throw new Error(`Not held: ${status} ${JSON.stringify(answer)}`);
      ids.push(answer.held);
    }
    return ids;
  });
}

async function expectStatus(answer: Response, status: number): Promise<void> {
  if (answer.status !== status) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
}
