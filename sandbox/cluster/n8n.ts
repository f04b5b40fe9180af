import { z } from 'zod';
import { freePort } from '#engine/free-port.ts';
import { startN8n } from '#engine/run.ts';
import { listRemovedNodeTypes } from '#sandbox/runtime/removed-types.ts';
import type { Pod } from './pod.ts';
import { type Engine, lowerPriority } from './processes.ts';

/** For a pod without a limit: the limit of the largest plan. */
const maxMemoryMib = 4_096;

/** n8n's own list of node types that it does not load. */
const excludedTypes = z.array(z.string());

/** Excludes the node types that the small runtime of this version lacks too, so that an update has something to break. */
function withoutRemovedTypes({ env, version }: Pod): Record<string, string> {
  const excluded = excludedTypes.parse(JSON.parse(env.NODES_EXCLUDE ?? '[]'));
  return { ...env, NODES_EXCLUDE: JSON.stringify([...excluded, ...listRemovedNodeTypes(version)]) };
}

/** Runs workspaces as n8n itself, each within its plan's memory; only versions installed on this machine run. */
export function n8nEngine(): Engine {
  return {
    lingersMs: 30_000,
    async start({ pod, volume, port, log, crash }) {
      const env = withoutRemovedTypes(pod);
      const n8n = startN8n({
        version: pod.version,
        // The crash-loop fault: the process lacks a key without which it cannot start.
        env: crash ? { ...env, WEFT_SIGN_IN_KEY: '' } : env,
        dataFolder: volume,
        port,
        brokerPort: await freePort(),
        memoryMib: pod.memoryMib ?? maxMemoryMib,
        log,
        onOutOfMemory: (usedMib) =>
          console.error(`${pod.env.WEFT_WORKSPACE}: out of memory at ${usedMib} MiB of ${pod.memoryMib}.`),
      });
      lowerPriority(n8n.pid);
      return { pid: n8n.pid, exited: n8n.exited.then(() => undefined), stop: n8n.stop };
    },
  };
}
