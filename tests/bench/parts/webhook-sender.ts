import { Agent, request } from 'node:http';
import { signatureHeader } from '#sandbox/paddle/signature.ts';

const CONNECTIONS = 16;
/** https://developer.paddle.com/webhooks/respond-to-webhooks */
const ANSWER_WITHIN_MS = 5_000;
/** The provider waits longer; what matters is that it comes again, and after others. */
const AGAIN_AFTER_MS = 300;
const GIVE_UP_AFTER_MS = 60_000;

export interface Webhook {
  /** Of its event; several webhooks may bring the same. */
  id: string;
  body: string;
}

/** Where webhooks go, and what signs them. */
interface Receiver {
  port: number;
  path: string;
  secret: string;
}

/**
 * Sends webhooks as the provider does: whatever is not answered 200 is sent again until it is.
 * @param onTaken called with how many were answered 200 so far.
 * @returns how long each answer of 200 took, and all of it; how many were sent again.
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
      if (performance.now() - startedAt > GIVE_UP_AFTER_MS) throw new Error('Some are never taken.');
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

/** @returns the status; null when there was no answer. */
function post({ port, path, secret }: Receiver, agent: Agent, body: string): Promise<number | null> {
  return new Promise((resolve) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path, method: 'POST', agent },
        timeout: ANSWER_WITHIN_MS,
        headers: {
          ...{
            Host: `localhost:${port}`,
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
          },
          'Paddle-Signature': signatureHeader(body, secret, Date.now()),
        },
      },
      (response) => {
        response.resume().on('error', () => resolve(null));
        response.on('end', () => resolve(response.statusCode ?? null));
      },
    );
    sent.on('timeout', () => sent.destroy());
    // No answer is what the caller repeats.
    sent.on('error', () => resolve(null));
    sent.end(body);
  });
}
