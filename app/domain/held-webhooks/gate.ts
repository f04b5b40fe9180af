import type { QueueOrder } from './held.ts';

/** The paths whose webhooks the workspace's process refuses unless the object replays them. */
export type ClosedPaths = 'all' | readonly string[];

/** With more closed paths or longer ones, the gate stays closed for all: the process takes no longer list. */
const MAX_CLOSED_PATHS = 500;
const MAX_CLOSED_CHARACTERS = 128 * 1024;

/** The paths with waiting requests. */
export interface WaitingPaths {
  has(path: string): boolean;
  count: number;
  /** Of all of them together. */
  characters: number;
  list(): string[];
}

/** @returns what the process's gate is to be closed for. */
export function closedPathsOf(order: QueueOrder, waiting: WaitingPaths): ClosedPaths {
  if (order === 'straight_on') return [];
  return isLong(waiting) ? 'all' : waiting.list().sort();
}

/** @returns whether the gate is to be closed for a path: the same as {@link closedPathsOf} without listing all. */
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
