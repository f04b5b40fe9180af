import { Agent, request } from 'node:http';
import { signatureHeader } from '#sandbox/paddle/signature.ts';

const CONNECTIONS = 16;
/** https://developer.paddle.com/webhooks/respond-to-webhooks */
const ANSWER_WITHIN_MS = 5_000;
/** The provider waits longer; here a retry only has to come, after other webhooks. */
const AGAIN_AFTER_MS = 300;
const GIVE_UP_AFTER_MS = 60_000;

export interface Webhook {
  /** The id of its event; several webhooks can carry the same event. */
  id: string;
  body: string;
}

/** The receiver of webhooks, and the secret that signs them. */
interface Receiver {
  port: number;
  path: string;
  secret: string;
}

/**
 * Sends webhooks like the provider: repeats each one until it is answered 200.
 * @param onTaken called with the number of 200 answers so far.
 * @returns the latencies of the 200 answers, the total duration, and the number of retries.
 */
export async function sendBurst(
  receiver: Receiver,
  webhooks: readonly Webhook[],
  onTaken: (taken: number) => void = () => {},
): Promise<{ latenciesMs: number[]; tookMs: number; repeated: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const waiting = webhooks.map((webhook) => ({ webhook, dueAt: 0 }));
  const latenciesMs: number[] = [];
  let repeated = 0;
  const startedAt = performance.now();
  const connection = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (performance.now() - startedAt > GIVE_UP_AFTER_MS)
        throw new Error('Some webhooks were never accepted.');
      const earlyMs = next.dueAt - performance.now();
      if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
      const sentAt = performance.now();
      if ((await post(receiver, agent, next.webhook.body)) === 200) {
        latenciesMs.push(performance.now() - sentAt);
        onTaken(latenciesMs.length);
      } else {
        repeated += 1;
        waiting.push({ webhook: next.webhook, dueAt: performance.now() + AGAIN_AFTER_MS });
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  } finally {
    agent.destroy();
  }
  return { latenciesMs, tookMs: performance.now() - startedAt, repeated };
}

/** @returns the status; null without an answer. */
function post({ port, path, secret }: Receiver, agent: Agent, body: string): Promise<number | null> {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent,
        timeout: ANSWER_WITHIN_MS,
        headers: {
          Host: `localhost:${port}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          'Paddle-Signature': signatureHeader(body, secret, Date.now()),
        },
      },
      (response) => {
        response.resume().on('error', () => resolve(null));
        response.on('end', () => resolve(response.statusCode ?? null));
      },
    );
    sent.on('timeout', () => sent.destroy());
    // The caller retries after null.
    sent.on('error', () => resolve(null));
    sent.end(body);
  });
}
