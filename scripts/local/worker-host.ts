// Runs the built Worker in workerd, through Miniflare, with wrangler's reading of wrangler.toml. Needs half the memory of
// `wrangler dev` (no second workerd, no bundler), and restarts a workerd that dies.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { ENTRY } from './built-worker.ts';
import { workerSettings } from './worker-settings.ts';

const { port, entryPort, stateDirectory, variables, bundleFolder, options } = workerSettings(
  process.env.WEFT_WORKER,
);

/**
 * Miniflare's entry and the Worker that serves the files in front of ours compress answers, and take as much CPU time as
 * our Worker. With a port for the entry, the portal's port bypasses both. They give the socket of a Worker with files to
 * the latter, so it is declared on a Worker of its own.
 */
const direct = {
  name: 'direct',
  modules: [{ type: 'ESModule' as const, path: 'direct.js', contents: 'export default {};' }],
  unsafeDirectSockets: [{ host: '127.0.0.1', port, serviceName: options.name }],
};

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: entryPort ?? port,
    resourcePersistencePath: stateDirectory,
    // Otherwise Miniflare asks the internet for this machine's location.
    cf: false,
    log: new Log(LogLevel.ERROR),
    logRequests: false,
    // The supervisor runs the cron through /cdn-cgi/local/scheduled.
    unsafeTriggerHandlers: true,
    handleStructuredLogs: ({ message }) => console.info(message),
    workers: [
      {
        ...options,
        // wrangler.toml's variables are all strings, as the product's configuration expects.
        bindings: { ...(options.bindings as Record<string, string>), ...variables },
        // Miniflare's Worker behind each `fetch` of ours would copy all headers. Ours sends none of a client's `CF-` headers on.
        stripCfConnectingIp: false,
        modulesRoot: bundleFolder,
        modules: listModules(bundleFolder).map((name) => ({
          type: 'ESModule',
          path: join(bundleFolder, name),
        })),
      },
      ...(entryPort === undefined ? [] : [direct]),
    ],
  }),
);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    miniflare.dispose().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

await miniflare.ready;

/** @returns the modules of wrangler.toml's rule; the runtime expects the entry first. */
function listModules(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [ENTRY, ...files.filter((name) => name.endsWith('.js') && name !== ENTRY)];
}
