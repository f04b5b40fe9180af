import type { InstanceView } from '../instance/view.ts';

/** States of a held request; the replay acts only on `waiting`. */
export const heldStates = ['waiting', 'replayed', 'failed', 'dropped'] as const;
export type HeldState = (typeof heldStates)[number];

/** Why a request was held. `queue`: others of its path were waiting. */
export const holdReasons = [
  'starting',
  'restarting',
  'updating',
  'offline',
  'stopped',
  'unreachable',
  'over_quota',
  'not_registered',
  'queue',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/**
 * Why a held request failed. `workflow_failed`: answered 5xx. `refused`: answered 4xx. `gave_up`: tried for a day.
 * `poison`: the process ended five times while it ran. `expired`: waited beyond the plan's retention.
 */
export const heldFailures = ['workflow_failed', 'refused', 'gave_up', 'poison', 'expired'] as const;
export type HeldFailure = (typeof heldFailures)[number];

/** The owner's choice for a path. `answer`: never hold. `learn`: hold unless the path's answers matter to its senders. */
export const pathChoices = ['learn', 'hold', 'answer'] as const;
export type PathChoice = (typeof pathChoices)[number];

/** Whether new requests wait behind a path's queue, or go straight to the workspace while it drains. */
export const queueOrders = ['behind', 'straight_on'] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** The content of a held request, which is stored sealed. */
export interface HeldContent<Body = Uint8Array<ArrayBuffer>> {
  /** With its question mark, or empty. */
  search: string;
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  body: Body;
}

/** A held request as lists show it; without its headers, query and body. Instants are UTC ms. */
export interface HeldRequest {
  id: string;
  path: string;
  method: string;
  /** Bytes of the body. */
  size: number;
  receivedAt: number;
  /** Address of the sender. */
  from: string;
  why: HoldReason;
  state: HeldState;
  /** Null unless failed. */
  failure: HeldFailure | null;
  attempts: number;
  /** Next attempt; null when none is due. */
  nextAt: number | null;
  /** Status of the last answer; null before the first. */
  lastStatus: number | null;
  finishedAt: number | null;
  /** Whether headers and body are still stored, so that it can be shown and replayed. */
  hasContent: boolean;
}

/** Counters of one hour of a path. */
export interface HeldHour {
  /** Its beginning, UTC ms. */
  at: number;
  /** Requests without a proper answer from the workspace: held, refused or sent again. */
  arrived: number;
  held: number;
  /** Refused with 503 or 413. */
  refused: number;
  replayed: number;
  failed: number;
}

/** A path with waiting or failed requests, counters or a choice. */
export interface HeldPath {
  path: string;
  waiting: number;
  failed: number;
  /** When the oldest waiting request came, UTC ms; null without one. */
  oldestAt: number | null;
  /** Whether the path's answers matter to its senders; null before the first answer was seen. */
  answerMatters: boolean | null;
  choice: PathChoice;
  /** The last 24 hours that have any count, oldest first. */
  hours: HeldHour[];
}

/** Limits of a plan. */
export interface HeldBounds {
  /** Requests that wait or failed. */
  count: number;
  /** Bytes of their paths, queries, headers and bodies. */
  bytes: number;
  /** Retention of a request, in hours. */
  hours: number;
}

export interface HeldSettings {
  paused: boolean;
  order: QueueOrder;
}

/** Total of a workspace's held requests. */
export interface HeldTotals extends Record<HeldState, number> {
  /** When the oldest waiting request came, UTC ms; null without one. */
  oldestAt: number | null;
  /** Bytes that the paths, queries, headers and bodies of waiting and failed requests occupy. */
  bytes: number;
}

/** A page of held requests, newest first, with the rest of the screen's data. */
export interface HeldList extends HeldSettings {
  instance: InstanceView;
  /** At most 100: those with waiting requests first, then by name. */
  paths: HeldPath[];
  totalPaths: number;
  /** At most 50. */
  requests: HeldRequest[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
  bounds: HeldBounds;
  totals: HeldTotals;
  /** The workspace's current time, UTC ms. */
  now: number;
}

/** A header or query parameter; the value of a secret is masked. */
export interface ShownValue {
  name: string;
  value: string;
  isMasked: boolean;
}

/** A held request with its content. */
export interface HeldDetail extends HeldRequest {
  query: ShownValue[];
  headers: ShownValue[];
  /** The first 64 kB; null for an empty body and a deleted content. */
  body: { encoding: 'text' | 'base64'; content: string; isCut: boolean } | null;
}
