import type { HoldRefusal, HoldSignal } from '#app/domain/held-webhooks/decide-hold.ts';
import type {
  HeldState,
  HoldReason,
  PathChoice,
  QueueOrder,
} from '#app/domain/held-webhooks/held-request.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';

/** A webhook that the workspace gave no proper answer to. */
export interface HoldRequest {
  /** Id of the request, which it also went to the workspace with. */
  id: string;
  method: string;
  /** The pathname: the key of the queue. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  /** As the gateway sends them on. */
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** Null when it could not be kept: too large, or read by the workspace already. */
  body: Uint8Array | null;
  /** Bytes of the body; of one that is too large, those that came. */
  size: number;
  /** Address of the sender. */
  from: string;
  signal: HoldSignal;
}

export type HoldAnswer =
  /** Durably stored. */
  | { kind: 'held'; retryAfterSeconds: number | null }
  /** The workspace takes it now: send it once more. */
  | { kind: 'forward' }
  /** Deliver the workspace's answer, which is its own. `isSettled`: its 404s are its own for a while. */
  | { kind: 'deliver'; isSettled: boolean }
  /** `reason`: why the workspace does not take it. */
  | { kind: 'refused'; why: HoldRefusal; reason: HoldReason; retryAfterSeconds: number | null }
  /** Nothing is held for a workspace in this state; null without an instance. */
  | { kind: 'state'; view: InstanceView | null };

/** Whether the answers of a path matter to its senders. */
export interface LearntAnswer {
  path: string;
  matters: boolean;
}

/** A page of an account's held requests. */
export interface HeldFilter {
  accountId: string;
  path?: string;
  state?: HeldState;
  /** `nextCursor` of the page before; an unknown one starts at the newest. */
  cursor?: string;
}

/** Some held requests of an account, by id; or all of a path that wait or failed. */
export type HeldSelection =
  | { accountId: string; ids: readonly string[] }
  | { accountId: string; path: string };

/** New settings; omitted ones stay. */
export interface HeldChoice {
  accountId: string;
  paused?: boolean;
  order?: QueueOrder;
  path?: { path: string; choice: PathChoice };
}
