const POOL_BYTES = 4_096;

let pool = new Uint8Array(0);
let taken = 0;

/**
 * Random bytes, each given once. The system's generator takes as long for 4 kB as for 15 bytes.
 * @param count at most 4,096.
 */
export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  if (count > POOL_BYTES) throw new RangeError(`At most ${POOL_BYTES} bytes.`);
  if (taken + count > pool.length) {
    pool = crypto.getRandomValues(new Uint8Array(POOL_BYTES));
    taken = 0;
  }
  const bytes = pool.slice(taken, taken + count);
  pool.fill(0, taken, taken + count);
  taken += count;
  return bytes;
}
