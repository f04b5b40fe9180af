/** Results per list. A refused form shows what was posted, so that the chosen values have no end. */
const MAX_RESULTS = 50;

/**
 * Caches a pure function of a list that many requests share and of one value of it, such as the versions on offer and a workspace's own.
 * Lists are compared by identity.
 */
export function memoize<List extends object, Result>(
  compute: (list: List, chosen: string) => Result,
): (list: List, chosen: string) => Result {
  const known = new WeakMap<List, Map<string, Result>>();
  return (list, chosen) => {
    const results = known.get(list) ?? new Map<string, Result>();
    known.set(list, results);
    const result = results.has(chosen) ? (results.get(chosen) as Result) : compute(list, chosen);
    results.delete(chosen);
    results.set(chosen, result);
    const [oldest] = results.keys();
    if (results.size > MAX_RESULTS && oldest !== undefined) results.delete(oldest);
    return result;
  };
}
