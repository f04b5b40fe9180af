/**
 * Writes JSON whose text is the same for equal values: each object's keys are sorted, arrays keep their order.
 * @param value of JSON, as `JSON.parse` returns it, of at most 1,000 levels: each takes some of the runtime's stack.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(
          Object.keys(member)
            .sort()
            .map((key) => [key, member[key]]),
        )
      : member,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
