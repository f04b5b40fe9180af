import type { QueueOrder } from './held-request.ts';

/** The paths whose webhooks the workspace's process refuses unless the object replays them. */
export type ClosedPaths = 'all' | readonly string[];

/** Limits of the list that the process accepts; beyond them, the gate is closed for all paths. */
const MAX_CLOSED_PATHS = 500;
const MAX_CLOSED_CHARACTERS = 128 * 1024;

/** The paths with waiting requests. */
export interface WaitingPaths {
  has(path: string): boolean;
  count: number;
  /** Length of all paths together. */
  characters: number;
  list(): string[];
}

/** @returns the paths for which the process's gate has to be closed. */
export function closedPathsOf(order: QueueOrder, waiting: WaitingPaths): ClosedPaths {
  if (order === 'straight_on') return [];
  return isLong(waiting) ? 'all' : waiting.list().sort();
}

/** @returns whether {@link closedPathsOf} contains a path, without listing all. */
export function hasQueue(order: QueueOrder, waiting: WaitingPaths, path: string): boolean {
  return order === 'behind' && (isLong(waiting) || waiting.has(path));
}

function isLong({ count, characters }: WaitingPaths): boolean {
  return count > MAX_CLOSED_PATHS || characters > MAX_CLOSED_CHARACTERS;
}

/** @returns whether the gate is closed for a path. */
export function isClosedFor(closed: ClosedPaths, path: string): boolean {
  return closed === 'all' || closed.includes(path);
}
