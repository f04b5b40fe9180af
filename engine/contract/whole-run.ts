/** Kills per version before it counts as tested: fifty over two versions. */
export const MIN_KILLS = 25;

/**
 * @param states of all tests of a version: `passed`, `failed`, `skipped` or `pending`.
 * @returns whether the version's whole contract ran and passed.
 */
export function isWholeRun(states: readonly string[], kills: number): boolean {
  return kills >= MIN_KILLS && states.length > 0 && states.every((state) => state === 'passed');
}
