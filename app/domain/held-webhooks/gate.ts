import type { QueueOrder } from './held.ts';

/** The paths whose webhooks the workspace's process refuses unless the object replays them. */
export type ClosedPaths = 'all' | readonly string[];

/** With more closed paths, the gate stays closed for all: their list would be longer than a request takes. */
export const MAX_CLOSED_PATHS = 500;

/** @param waiting the paths with waiting requests. @returns what the process's gate is to be closed for. */
export function closedPathsOf(order: QueueOrder, waiting: readonly string[]): ClosedPaths {
  if (order === 'straight_on') return [];
  return waiting.length > MAX_CLOSED_PATHS ? 'all' : [...waiting].sort();
}

export function isClosedFor(closed: ClosedPaths, path: string): boolean {
  return closed === 'all' || closed.includes(path);
}
