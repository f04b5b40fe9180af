import type { HoldRefusal, HoldSignal } from '#app/domain/held-webhooks/decide-hold.ts';
import type {
  HeldState,
  HoldReason,
  PathChoice,
  QueueOrder,
} from '#app/domain/held-webhooks/held-request.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';

/** A webhook that got no proper answer from the workspace. */
export interface HoldRequest {
  /** Id of the request, which the workspace saw too. */
  id: string;
  method: string;
  /** The pathname: the key of the queue. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  /** As the gateway forwards them. */
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** Null if the body could not be kept: it is too large, or the workspace has read it already. */
  body: Uint8Array<ArrayBuffer> | null;
  /** Bytes of the body; of a body that is too large, the bytes received. */
  size: number;
  /** Address of the sender. */
  from: string;
  signal: HoldSignal;
  /** Age of the signal, ms: the rest of the body can arrive after it. 0 if omitted; Infinity if the workspace was not asked. */
  signalAgeMs?: number;
}

export type HoldAnswer =
  /**
   * Durably stored. The workspace need not be asked first for the next ones: `isDown`: it does not run; `isBehind`: for those of the
   * same path, which wait behind a queue.
   */
  | { kind: 'held'; retryAfterSeconds: number | null; isDown: boolean; isBehind?: boolean }
  /** The workspace accepts requests now: forward it again. */
  | { kind: 'forward' }
  /** Deliver the workspace's own answer. `isSettled`: for a while, its 404s are its own too. */
  | { kind: 'deliver'; isSettled: boolean }
  /** `reason`: why the workspace does not accept it. */
  | { kind: 'refused'; why: HoldRefusal; reason: HoldReason; retryAfterSeconds: number | null }
  /** Nothing is held for a workspace in this state; null without an instance. */
  | { kind: 'state'; view: InstanceView | null };

/** Whether the answers of a path matter to its senders. `isGet`: those to a GET, otherwise those to a request that sends data. */
export interface LearntAnswer {
  path: string;
  isGet: boolean;
  matters: boolean;
}

/** A page of an account's held requests. */
export interface HeldFilter {
  accountId: string;
  path?: string | undefined;
  state?: HeldState | undefined;
  /** `nextCursor` of the page before; an unknown one starts at the newest. */
  cursor?: string | undefined;
}

/**
 * Held requests of an account, by id; or all waiting and failed requests of a path.
 * - `seenAttempts`: for a page that replays one request, the attempts that it shows. A request that has failed again since
 *   stays unchanged.
 * - `until`: only requests received until this instant, UTC ms.
 */
export type HeldSelection =
  | { accountId: string; ids: readonly string[]; seenAttempts?: string }
  | { accountId: string; path: string; until?: number };

/** New settings; omitted ones stay. */
export interface HeldChoice {
  accountId: string;
  paused?: boolean | undefined;
  order?: QueueOrder | undefined;
  path?: { path: string; choice: PathChoice } | undefined;
}
