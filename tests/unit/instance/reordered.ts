/** @returns the same value with reversed key order in every object. */
export function reordered<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reordered) as T;
  const entries = Object.entries(value).map(([key, part]) => [key, reordered(part)]);
  return Object.fromEntries(entries.reverse()) as T;
}
