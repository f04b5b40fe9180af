import type { InstancePhase } from '../instance/state.ts';
import { MINUTE_MS } from '../time/clock.ts';
import { MAX_ADDRESS_CHARACTERS, MAX_BODY_BYTES, MAX_HEAD_BYTES } from './bounds.ts';
import type { HeldBounds, HoldReason, PathChoice, QueueOrder } from './held-request.ts';

/**
 * The gateway's result instead of a proper answer. `unreachable`: no answer, or that of an ingress or of Cloudflare that cannot reach the
 * process. `blocked`: another answer without the process's mark, as of a firewall, or a gate that is closed again; the process may well run.
 * `gate-closed`, `execution-limit`: the workspace's `Weft-Refused`; the first also for a workspace that was down a moment ago,
 * which is not asked. `not-registered`: n8n's own 404.
 */
export type HoldSignal = 'unreachable' | 'blocked' | 'gate-closed' | 'execution-limit' | 'not-registered';

/** Why a webhook is not held. `not-stored`: the object has no memory for its body at the moment. */
export type HoldRefusal = 'full' | 'answers-itself' | 'too-large' | 'not-stored';

/** Time in which n8n registers its webhooks after it is ready; a later 404 is its answer. */
export const REGISTRATION_MS = 10 * MINUTE_MS;

/** The input of the decision. */
export interface HoldSituation {
  phase: InstancePhase;
  signal: HoldSignal;
  /** When the process became ready as far as the object knows, UTC ms. */
  readyAt: number;
  now: number;
  hasQueue: boolean;
  order: QueueOrder;
  choice: PathChoice;
  answerMatters: boolean | null;
  kept: { count: number; bytes: number };
  bounds: HeldBounds;
  /** Whether the path has waiting requests, or fits into the memory beside those that do. */
  isPathKeepable: boolean;
  /** Whether the object has memory for the body. */
  hasMemory: boolean;
  request: {
    /** Bytes of the body. `hasBody`: the gateway recorded all of them. */
    size: number;
    hasBody: boolean;
    /** Size of the address and the headers. */
    headBytes: number;
    addressCharacters: number;
  };
}

export type HoldDecision =
  | { kind: 'hold'; why: HoldReason }
  /** Open the gate for the path, and send the request again. */
  | { kind: 'forward' }
  | { kind: 'deliver'; isSettled: boolean }
  /** `reason`: why it would have been held. */
  | { kind: 'refuse'; why: HoldRefusal; reason: HoldReason }
  /** Answer with the state of the workspace. */
  | { kind: 'state' };

/** Decides what happens to a webhook without a proper answer. */
export function decideHold(situation: HoldSituation): HoldDecision {
  const { phase, signal, request, bounds, kept } = situation;
  const why = reasonOf(situation);
  if (why === null) return { kind: 'state' };
  if (phase.kind === 'online') {
    if (signal === 'not-registered' && situation.now - situation.readyAt >= REGISTRATION_MS)
      return { kind: 'deliver', isSettled: true };
    const isBehind = situation.hasQueue && situation.order === 'behind';
    if (signal === 'gate-closed' && !isBehind)
      return situation.hasMemory ? { kind: 'forward' } : { kind: 'refuse', why: 'not-stored', reason: why };
  }
  if (isTooLarge(request)) return { kind: 'refuse', why: 'too-large', reason: why };
  const isAnswered = situation.choice === 'learn' ? situation.answerMatters : situation.choice === 'answer';
  if (isAnswered) return { kind: 'refuse', why: 'answers-itself', reason: why };
  const bytes = kept.bytes + request.headBytes + request.size;
  const isFull = kept.count >= bounds.count || bytes > bounds.bytes || !situation.isPathKeepable;
  if (isFull) return { kind: 'refuse', why: 'full', reason: why };
  return situation.hasMemory ? { kind: 'hold', why } : { kind: 'refuse', why: 'not-stored', reason: why };
}

function isTooLarge({ size, hasBody, headBytes, addressCharacters }: HoldSituation['request']): boolean {
  if (!hasBody || size > MAX_BODY_BYTES) return true;
  return headBytes > MAX_HEAD_BYTES || addressCharacters > MAX_ADDRESS_CHARACTERS;
}

/** @returns whether a workspace in this phase holds webhooks: not while it is deleted, nor afterwards. */
export function canHold({ kind }: InstancePhase): boolean {
  return kind !== 'backing-up' && kind !== 'removing' && kind !== 'deleted';
}

/** @returns why a request is held; null when the workspace is deleted or about to be. */
function reasonOf({ phase, signal }: HoldSituation): HoldReason | null {
  switch (phase.kind) {
    case 'pending':
      if (phase.cause === 'update' || phase.cause === 'go_back') return 'updating';
      return phase.cause === 'provision' || phase.cause === 'resume' ? 'starting' : 'restarting';
    case 'offline':
    case 'stopped':
      return phase.kind;
    case 'online':
      return onlineReasons[signal];
    case 'backing-up':
    case 'removing':
    case 'deleted':
      return null;
  }
}

const onlineReasons = {
  unreachable: 'unreachable',
  blocked: 'unreachable',
  'gate-closed': 'queue',
  'execution-limit': 'over_quota',
  'not-registered': 'not_registered',
} as const satisfies Record<HoldSignal, HoldReason>;

/** The shortest time after which each reason can be gone. */
const retrySeconds: Readonly<Record<HoldReason, number>> = {
  starting: 5,
  restarting: 5,
  updating: 5,
  queue: 5,
  not_registered: 5,
  offline: 60,
  unreachable: 60,
  stopped: 600,
  over_quota: 600,
};
/** A body is stored within seconds, and its memory is free again. */
const NOT_STORED_RETRY_SECONDS = 5;
/** A full queue empties one replay after another. */
const FULL_RETRY_SECONDS = 60;

/** @returns `Retry-After`, in seconds. */
export function retryAfterOf(why: HoldReason): number {
  return retrySeconds[why];
}

/** @returns `Retry-After` of a webhook that is not held, in seconds; null for one that no later attempt makes small enough. */
export function retryAfterRefusal(why: HoldRefusal, reason: HoldReason): number | null {
  if (why === 'too-large') return null;
  if (why === 'not-stored') return NOT_STORED_RETRY_SECONDS;
  return Math.max(retryAfterOf(reason), why === 'full' ? FULL_RETRY_SECONDS : 0);
}
