import { BadEnvironment, readConfig } from '#sandbox/runtime/config.ts';
import { serveWorkspace } from '#sandbox/runtime/serve.ts';
import type { Engine } from './processes.ts';
import { runtimeEnvironment } from './small-runtime.ts';

/** Tests wait for hundreds of starts: long enough that a probe finds the workspace unready. */
const MIGRATION_MS = 100;

/** The largest id of a process on Linux: no start's number is the id of a process. */
const maxPid = 4_194_304;

/**
 * Serves workspaces as the small runtime does, but in this process: a start takes a few milliseconds of processor time, and
 * that of a process seventy. For tests that start hundreds of workspaces and end none by its process id.
 */
export function sharedRuntime(): Engine {
  let starts = 0;
  return {
    lingersMs: 0,
    async start(options) {
      starts += 1;
      const exited = Promise.withResolvers<void>();
      const die = () => void serving.then((workspace) => workspace?.close()).then(exited.resolve);
      const serving = serve(runtimeEnvironment(options, MIGRATION_MS), die);
      if (!(await serving)) exited.resolve();
      return {
        pid: maxPid + starts,
        exited: exited.promise,
        async stop() {
          await (await serving)?.drain();
          die();
          await exited.promise;
        },
      };
    },
  };
}

/** @returns undefined for a workspace whose process would exit at its start. */
async function serve(env: NodeJS.ProcessEnv, die: () => void) {
  if (env.WEFT_CRASH === '1') return undefined;
  try {
    return await serveWorkspace(readConfig(env), die);
  } catch (error) {
    if (!(error instanceof BadEnvironment)) throw error;
    console.error(error.message);
    return undefined;
  }
}
