/** @returns the same value with the keys of each of its objects in reverse order. */
export function reorderKeys<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reorderKeys) as T;
  const entries = Object.entries(value).map(([key, part]) => [key, reorderKeys(part)]);
  return Object.fromEntries(entries.reverse()) as T;
}
