/**
 * Delays what is expensive to create until it is needed, so that the Worker starts without it (docs/decisions/speed.md).
 *
 * @returns a function that creates the value on its first call, and returns the same one on each later call.
 */
export function once<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
