/**
 * Creates a value on the first call, so that the Worker starts without it
 * (docs/decisions/speed.md); later calls return the same.
 */
export function once<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
