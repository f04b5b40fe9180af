import { startN8n } from '#engine/run.ts';
import { type Engine, freePort } from './processes.ts';

/** Where a pod names no limit: as much as the largest plan has. */
const mostMemoryMib = 4_096;

/** Workspaces as n8n itself, each held to its plan's memory; only the versions that are installed here run. */
export function n8nEngine(): Engine {
  return {
    lingersMs: 30_000,
    async start({ pod, volume, port, log, crash }) {
      const n8n = startN8n({
        version: pod.version,
        // The crash-loop fault: a process that lacks what it cannot start without.
        env: crash ? { ...pod.env, WEFT_SIGN_IN_KEY: '' } : pod.env,
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
