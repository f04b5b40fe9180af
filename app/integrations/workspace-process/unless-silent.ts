import { systemClock } from '#app/domain/time/clock.ts';

const BUFFER_BYTES = 64 * 1024;

/**
 * Passes a stream of bytes on, and fails when a read waits for 1 to 1.25 times `timeoutMs`. A slow reader is no silent
 * sender.
 * @returns the bytes in one reused buffer, valid until the next read: a large stream would leave as much garbage as it
 *   has bytes.
 */
export async function* failWhenSilent(
  stream: ReadableStream<Uint8Array>,
  timeoutMs: number,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader({ mode: 'byob' });
  let askedAt: number | null = null;
  let isSilent = false;
  // The sender may be gone already, so its error is ignored.
  const letGo = () => reader.cancel().catch(() => {});
  // One timer for all, since there are as many reads as packets.
  const watch = setInterval(() => {
    if (askedAt === null || systemClock.now() - askedAt < timeoutMs) return;
    isSilent = true;
    // The read that waits ends with this.
    void letGo();
  }, timeoutMs / 4);
  let isEnded = false;
  try {
    for (let buffer = new Uint8Array(BUFFER_BYTES); ; ) {
      askedAt = systemClock.now();
      const { done, value } = await reader.read(buffer);
      askedAt = null;
      isEnded = done;
      if (isSilent) throw new Error(`No bytes arrived for ${timeoutMs} ms.`);
      if (done) return;
      yield value;
      buffer = new Uint8Array(value.buffer);
    }
  } finally {
    clearInterval(watch);
    if (!isEnded) void letGo();
  }
}
