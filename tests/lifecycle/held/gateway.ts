import type { HoldSignal } from '#app/domain/held-webhooks/decide-hold.ts';
import type { HoldAnswer, HoldRequest } from '#app/use-cases/workspace/held-rpc.ts';
import type { Taken } from './process.ts';

const PRESUMED_MS = 30_000;

/** What the gateway calls. */
interface Callees {
  /** Sends the request to the process. */
  take(): Promise<Taken>;
  /** @throws when the object dies meanwhile. */
  hold(request: HoldRequest): Promise<HoldAnswer>;
}

/** Until when an isolate asks the object first for the webhooks of a path, or of all under `all`, UTC ms. */
export type Presumptions = Map<string, number>;

/** Sends a webhook as `workers/gateway/webhook.ts` does. @returns what became of it, such as `held`. */
export async function sendWebhook(
  { id, path, now, presumed }: { id: string; path: string; now: number; presumed: Presumptions },
  { take, hold }: Callees,
): Promise<string> {
  const isSkipped = now < Math.max(presumed.get('all') ?? 0, presumed.get(path) ?? 0);
  for (let asked = isSkipped ? 0 : 1; ; asked += 1) {
    const taken: Taken = asked === 0 ? { kind: 'refused', why: 'gate-closed' } : await take();
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
      ...(asked === 0 && { signalAgeMs: Number.POSITIVE_INFINITY }),
    }).catch(() => ({ kind: asked === 0 ? 'forward' : 'object-died' }) as const);
    if (answer.kind === 'refused') return `refused ${answer.why}`;
    if (answer.kind === 'held' && answer.isDown) presumed.set('all', now + PRESUMED_MS);
    else if (answer.kind === 'held' && answer.isBehind && asked > 0) presumed.set(path, now + PRESUMED_MS);
    if (answer.kind !== 'forward' || asked === 2) return answer.kind;
    presumed.delete('all');
    presumed.delete(path);
  }
}

/** @param asked how often the gateway sent the request. */
function signalOf(taken: Taken, asked: number): HoldSignal {
  if (taken.kind !== 'refused' || taken.why === 'in-progress') return 'unreachable';
  return taken.why === 'gate-closed' && asked === 2 ? 'blocked' : taken.why;
}
