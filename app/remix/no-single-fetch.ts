/**
 * In place of Remix's module of the same exports (`vite.unused.ts`): single fetch is off, and its decoder would cost every visitor
 * 4 kB (docs/decisions/speed.md). Remix calls none of these while `v3_singleFetch` is false.
 */
function isOff(): never {
  throw new Error('v3_singleFetch is off: remove its line from vite.unused.ts to switch it on.');
}

export {
  isOff as decodeViaTurboStream,
  isOff as getSingleFetchDataStrategy,
  isOff as StreamTransfer,
  isOff as singleFetchUrl,
};
