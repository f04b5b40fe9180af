import { after, type LoadResult, load, type Target } from './load.ts';
import { median } from './statistics.ts';

const WARM_UP_MS = 1_500;

/**
 * Loads several targets in turn, round after round: other load on the machine slows all of them alike. Each round begins
 * with another target.
 * @returns the results of each target, one per round.
 */
export async function interleave<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  { rounds, roundMs, connections }: { rounds: number; roundMs: number; connections: number },
): Promise<Record<Name, LoadResult[]>> {
  const names = Object.keys(targets) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    LoadResult[]
  >;
  for (const name of names) await load(targets[name], connections, after(WARM_UP_MS));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)])
      results[name].push(await load(targets[name], connections, after(roundMs)));
  }
  return results;
}

/** @returns the median of a target's figure over the rounds. */
export function medianOf(results: readonly LoadResult[], figure: (result: LoadResult) => number): number {
  return median(results.map(figure));
}

/** @returns the median over the rounds of the ratio between two targets of the same round. */
export function medianRatio(
  results: readonly LoadResult[],
  baseline: readonly LoadResult[],
  figure: (result: LoadResult) => number,
): number {
  return median(
    results.flatMap((result, round) => {
      const beside = baseline[round];
      return beside ? [figure(result) / figure(beside)] : [];
    }),
  );
}
