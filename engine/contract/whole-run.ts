/** How often a workspace is killed in the middle of its work before its version counts as tested: fifty times over two versions. */
export const MIN_KILLS = 25;

/**
 * @param states of all tests of a version: `passed`, `failed`, `skipped` or `pending`.
 * @returns whether the version's contract was run as a whole, and passed.
 */
export function isWholeRun(states: readonly string[], kills: number): boolean {
  return kills >= MIN_KILLS && states.length > 0 && states.every((state) => state === 'passed');
}
