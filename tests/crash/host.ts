// Runs the objects in workerd, and prints the pid of each ready workerd. The test kills it, and Miniflare starts the next
// one on the same data.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { z } from 'zod';

const { port, stateDirectory, script, variables } = z
  .object({
    port: z.int(),
    stateDirectory: z.string(),
    script: z.string(),
    variables: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(process.env.WEFT_CRASH_HOST ?? 'null'));

const miniflare = new Miniflare({
  ...convertV4MiniflareOptions({
    host: '127.0.0.1',
    port,
    // On disk, so that a kill loses only unwritten data.
    resourcePersistencePath: stateDirectory,
    cf: false,
    log: new Log(LogLevel.NONE),
    logRequests: false,
    handleStructuredLogs: ({ message }) => console.info(message),
    workers: [
      {
        name: 'crash',
        compatibilityDate: '2026-10-01',
        compatibilityFlags: ['nodejs_compat'],
        modules: true,
        script: readFileSync(script, 'utf8'),
        durableObjects: { WORKSPACE: { className: 'WorkspaceObject', useSQLite: true } },
        r2Buckets: ['BACKUPS'],
        bindings: variables,
      },
    ],
  }),
  unsafeHandleRuntimeRestart: printPid,
});
await miniflare.ready;
printPid();

/** The only child of this process is workerd. */
function printPid(): void {
  const path = `/proc/self/task/${process.pid}/children`;
  const children =
    process.platform === 'linux'
      ? readFileSync(path, 'utf8')
      : execFileSync('pgrep', ['-P', String(process.pid)], { encoding: 'utf8' });
  const [pid] = children.trim().split(/\s+/);
  console.info(`workerd ${pid}`);
}
