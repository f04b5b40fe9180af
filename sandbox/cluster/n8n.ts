import { z } from 'zod';
import { startN8n } from '#engine/run.ts';
import { listRemovedNodeTypes } from '#sandbox/runtime/removed-types.ts';
import type { Pod } from './pod.ts';
import { type Engine, freePort } from './processes.ts';

/** Where a pod names no limit: as much as the largest plan has. */
const mostMemoryMib = 4_096;

/** n8n's own list of node types that it does not load. */
const excludedTypes = z.array(z.string());

/** A version of n8n lacks the node types that the small runtime of that version lacks: an update has to break something. */
function withoutRemovedTypes({ env, version }: Pod): Record<string, string> {
  const excluded = excludedTypes.parse(JSON.parse(env.NODES_EXCLUDE ?? '[]'));
  return { ...env, NODES_EXCLUDE: JSON.stringify([...excluded, ...listRemovedNodeTypes(version)]) };
}

/** Workspaces as n8n itself, each held to its plan's memory; only the versions that are installed here run. */
export function n8nEngine(): Engine {
  return {
    lingersMs: 30_000,
    async start({ pod, volume, port, log, crash }) {
      const env = withoutRemovedTypes(pod);
      const n8n = startN8n({
        version: pod.version,
        // The crash-loop fault: a process that lacks what it cannot start without.
        env: crash ? { ...env, WEFT_SIGN_IN_KEY: '' } : env,
        dataFolder: volume,
        port,
        brokerPort: await freePort(),
        memoryMib: pod.memoryMib ?? mostMemoryMib,
        log,
        onOutOfMemory: (usedMib) =>
          console.error(`${pod.env.WEFT_WORKSPACE}: out of memory at ${usedMib} MiB of ${pod.memoryMib}.`),
      });
      return { pid: n8n.pid, exited: n8n.exited.then(() => undefined), stop: n8n.stop };
    },
  };
}
