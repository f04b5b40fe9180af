/** Results per list. A refused form shows what was posted, so the number of chosen values is unlimited. */
const MAX_RESULTS = 50;

/**
 * Caches a function of a list that many requests share, compared by identity, and of one value of
 * it, such as the current version.
 */
export function memoize<List extends object, Result>(
  compute: (list: List, chosen: string) => Result,
): (list: List, chosen: string) => Result {
  const known = new WeakMap<List, (chosen: string) => Result>();
  return (list, chosen) => {
    const ofList = known.get(list) ?? memoizeRecent((text) => compute(list, text), MAX_RESULTS);
    known.set(list, ofList);
    return ofList(chosen);
  };
}

/**
 * Caches a function's results, or promises, for the `max` texts asked for last. A WeakMap by request would keep
 * requests for long: V8 frees such a platform object only in a full garbage collection (docs/decisions/speed.md).
 */
export function memoizeRecent<Result>(
  compute: (text: string) => Result,
  max: number,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    const [oldest] = results.size < max ? [] : results.keys();
    if (oldest !== undefined) results.delete(oldest);
    results.set(text, result);
    return result;
  };
}
