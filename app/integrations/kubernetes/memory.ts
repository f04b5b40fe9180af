/** RSS of n8n's main process in addition to its heap: code, native modules, buffers (docs/engine.md, "Memory"). */
const BESIDE_HEAP_MIB = 320;
/** The same of the task runner's process, which runs Code nodes. */
const BESIDE_RUNNER_HEAP_MIB = 64;
const MIN_RUNNER_HEAP_MIB = 64;
const RUNNER_SHARE = 1 / 16;
/** The rest of a large limit is for binary data and SQLite's pages, which are outside the heap. */
const MAX_HEAP_SHARE = 0.75;
/** With less, n8n 2.41.1 does not become ready. */
const MIN_HEAP_MIB = 352;

/** The smallest limit that n8n and its task runner fit in; a plan with less is a plan that crashes. */
export const MIN_WORKSPACE_MIB =
  MIN_HEAP_MIB + BESIDE_HEAP_MIB + MIN_RUNNER_HEAP_MIB + BESIDE_RUNNER_HEAP_MIB;

/**
 * Divides a workspace's memory, so that Node collects garbage before the kernel kills the process.
 * @param limitMib the pod's limit.
 * @returns the old space of n8n's main process and of its task runner, MiB; at least what they start with.
 */
export function heapSizes(limitMib: number): { mainMib: number; runnerMib: number } {
  const runnerMib = Math.max(MIN_RUNNER_HEAP_MIB, Math.floor(limitMib * RUNNER_SHARE));
  const left = limitMib - BESIDE_HEAP_MIB - BESIDE_RUNNER_HEAP_MIB - runnerMib;
  const mainMib = Math.max(MIN_HEAP_MIB, Math.min(left, Math.floor(limitMib * MAX_HEAP_SHARE)));
  return { mainMib, runnerMib };
}
