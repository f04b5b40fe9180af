import type { HoldSignal } from '#app/domain/held-webhooks/decide-hold.ts';
import type { HoldAnswer, HoldRequest } from '#app/use-cases/workspace/held-rpc.ts';
import type { Taken } from './process.ts';

/** What the gateway calls. */
interface Callees {
  /** Sends the request to the process. */
  take(): Promise<Taken>;
  /** @throws when the object dies meanwhile. */
  hold(request: HoldRequest): Promise<HoldAnswer>;
}

/** Sends a webhook as `workers/gateway/webhook.ts` does. @returns what became of it, such as `held`. */
export async function sendWebhook(id: string, path: string, { take, hold }: Callees): Promise<string> {
  for (let asked = 1; ; asked += 1) {
    const taken = await take();
    if (taken.kind === 'ran') return 'delivered';
    // It may still be running.
    if (taken.kind === 'late') return 'late';
    const answer = await hold({
      id,
      path,
      method: 'POST',
      search: '',
      headers: [],
      size: 1,
      body: new Uint8Array(1),
      from: '::1',
      signal: signalOf(taken, asked),
    }).catch(() => ({ kind: 'object-died' }) as const);
    if (answer.kind === 'refused') return `refused ${answer.why}`;
    if (answer.kind !== 'forward' || asked === 2) return answer.kind;
  }
}

/** @param asked how often the gateway sent the request. */
function signalOf(taken: Taken, asked: number): HoldSignal {
  if (taken.kind !== 'refused' || taken.why === 'in-progress') return 'unreachable';
  return taken.why === 'gate-closed' && asked === 2 ? 'blocked' : taken.why;
}
