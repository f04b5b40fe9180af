import { env } from 'cloudflare:workers';
import type { HeldDetail, HeldList } from '#app/domain/held-webhooks/held-request.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { HeldFilter, HoldAnswer, HoldRequest } from '#app/use-cases/workspace/held-rpc.ts';
import { stubOf, unwrap } from './workspace.ts';

let made = 0;

/** A webhook as the gateway gives it to the object. */
export function webhook(changes: Partial<HoldRequest> = {}): HoldRequest {
  made += 1;
  const body = changes.body === undefined ? new TextEncoder().encode(`{"number":${made}}`) : changes.body;
  return {
    id: `hld_${Date.now().toString(36)}${made}`,
    method: 'POST',
    path: '/webhook/counted/a',
    search: '',
    headers: [
      ['content-type', 'application/json'],
      ['x-number', String(made)],
    ],
    size: body?.byteLength ?? 0,
    from: '203.0.113.7',
    signal: 'unreachable',
    ...changes,
    body,
  };
}

export async function hold(facts: InstanceFacts, changes: Partial<HoldRequest> = {}) {
  const request = webhook(changes);
  const answer: HoldAnswer = await stubOf(facts).hold(request);
  return { ...request, answer };
}

export async function listHeld(
  facts: InstanceFacts,
  filter: Omit<HeldFilter, 'accountId'> = {},
): Promise<HeldList> {
  return unwrap<HeldList>(await stubOf(facts).listHeld({ accountId: facts.accountId, ...filter }));
}

export async function findHeld(facts: InstanceFacts, id: string): Promise<HeldDetail> {
  return unwrap<HeldDetail>(await stubOf(facts).findHeld({ accountId: facts.accountId, id }));
}

/** What the workspace's counting flow ran, in this order. */
export interface Counted {
  path: string;
  search: string;
  method: string;
  bytes: number;
  sha256: string;
  number?: string;
  heldId?: string;
  heldAt?: string;
  idempotencyKey?: string;
}

export async function listCounted({ name }: Pick<InstanceFacts, 'name'>): Promise<Counted[]> {
  const answer = await fetch(`${env.SANDBOX_URL}/ingress/ws-${name}/counted`);
  if (!answer.ok) throw new Error(`the ledger of ${name} answered ${answer.status}`);
  // Decoded by hand: the runtime warns when `text()` reads a body that is not of a `text/` type.
  const lines = new TextDecoder()
    .decode(await answer.arrayBuffer())
    .split('\n')
    .filter(Boolean);
  return lines.map((line): Counted => JSON.parse(line));
}
