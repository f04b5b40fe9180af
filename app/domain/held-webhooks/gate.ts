import type { QueueOrder } from './held.ts';

/** The paths whose webhooks the workspace's process refuses unless the object replays them. */
export type ClosedPaths = 'all' | readonly string[];

/** With more closed paths or longer ones, the gate stays closed for all: the process takes no longer list. */
const MAX_CLOSED_PATHS = 500;
const MAX_CLOSED_CHARACTERS = 128 * 1024;

/** @param waiting the paths with waiting requests. @returns what the process's gate is to be closed for. */
export function closedPathsOf(order: QueueOrder, waiting: readonly string[]): ClosedPaths {
  if (order === 'straight_on') return [];
  const characters = waiting.reduce((sum, path) => sum + path.length, 0);
  const isLong = waiting.length > MAX_CLOSED_PATHS || characters > MAX_CLOSED_CHARACTERS;
  return isLong ? 'all' : [...waiting].sort();
}

/** @returns whether the gate is closed for a path. */
export function isClosedFor(closed: ClosedPaths, path: string): boolean {
  return closed === 'all' || closed.includes(path);
}
