import type { QueueOrder } from './held-request.ts';

/** The paths whose webhooks the workspace's process refuses unless the object replays them. */
export type ClosedPaths = 'all' | readonly string[];

/** Limits of the list that the process accepts; beyond them, the gate is closed for all paths. */
const MAX_CLOSED_PATHS = 500;
const MAX_CLOSED_CHARACTERS = 128 * 1024;

/** Paths with waiting requests. */
export interface WaitingPaths {
  has(path: string): boolean;
  count: number;
  /** Length of all paths together. */
  characters: number;
  list(): string[];
}

export interface Queues {
  all: WaitingPaths;
  /** Without the paths that n8n last answered with "not registered". */
  registered: WaitingPaths;
}

/** @returns the paths for which the process's gate has to be closed. */
export function closedPathsOf(order: QueueOrder, queues: Queues): ClosedPaths {
  if (order === 'straight_on') return [];
  const closable = closableOf(queues);
  return isLong(closable) ? 'all' : closable.list().sort();
}

/** @returns whether {@link closedPathsOf} contains a path, without listing all. */
export function hasQueue(order: QueueOrder, queues: Queues, path: string): boolean {
  const closable = closableOf(queues);
  return order === 'behind' && (isLong(closable) || closable.has(path));
}

/**
 * While a workspace is down, anyone can have requests held on paths that do not exist. With too many, those that n8n does not
 * know stay open, so that the gate need not be closed for the paths of others.
 */
function closableOf({ all, registered }: Queues): WaitingPaths {
  return isLong(all) ? registered : all;
}

function isLong({ count, characters }: WaitingPaths): boolean {
  return count > MAX_CLOSED_PATHS || characters > MAX_CLOSED_CHARACTERS;
}

/** @returns whether the gate is closed for a path. */
export function isClosedFor(closed: ClosedPaths, path: string): boolean {
  return closed === 'all' || closed.includes(path);
}
