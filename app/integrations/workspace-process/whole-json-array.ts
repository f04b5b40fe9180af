const [OPEN, CLOSE] = [0x5b, 0x5d];
const WHITESPACE = [0x20, 0x09, 0x0a, 0x0d];

/**
 * Passes a JSON array on as it is, and fails unless it begins and ends as one: a process that died while it wrote, or
 * a page that says so with status 200, must not pass for an export.
 */
export function wholeJsonArray(): TransformStream<Uint8Array, Uint8Array> {
  let first: number | undefined;
  let last: number | undefined;
  return new TransformStream({
    transform(chunk, controller) {
      first ??= chunk.find((byte) => !WHITESPACE.includes(byte));
      last = chunk.findLast((byte) => !WHITESPACE.includes(byte)) ?? last;
      controller.enqueue(chunk);
    },
    flush(controller) {
      if (first === OPEN && last === CLOSE) return;
      controller.error(new Error('The export is not whole.'));
    },
  });
}
