/**
 * Keeps the result of a query of the object's own storage, which nothing else writes: four such queries took most of
 * what a page costs its object (docs/decisions/speed.md). Call `forget` at each write. Readers must not change the
 * value.
 */
export function rememberedRead<Value>(query: () => Value): { read(): Value; forget(): void } {
  let known: { value: Value } | undefined;
  return {
    read() {
      known ??= { value: query() };
      return known.value;
    },
    forget() {
      known = undefined;
    },
  };
}
