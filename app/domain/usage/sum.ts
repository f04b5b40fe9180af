/** @returns the sum of all counts. */
export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
