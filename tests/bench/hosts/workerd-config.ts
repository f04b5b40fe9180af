import { readdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { ENTRY, type WorkerOptions } from '#scripts/local/built-worker.ts';
import { BUCKET_HEADER } from './bucket-server.ts';

/** A Worker that raw workerd runs. */
export interface RawWorker {
  /** The folder of its modules. */
  folder: string;
  /** Bindings and flags, in Miniflare's form; `docs` of each field: https://developers.cloudflare.com/workers/wrangler/configuration/ */
  options: WorkerOptions;
  /** Variables that override those of the options. */
  variables: Readonly<Record<string, string>>;
  /** The folder of the objects' storage. */
  stateDirectory: string;
  /** The port of the buckets' server (`serveBuckets`). */
  bucketsPort: number;
}

/** Options missing in wrangler's types. */
interface Compatibility {
  compatibilityDate?: string;
  compatibilityFlags?: string[];
  assets?: { directory: string };
}

/** Runs the Worker's cron for a request, as Miniflare's entry does: `/cdn-cgi/local/scheduled?time=<UTC ms>`. */
const CRON = `export default {
  async fetch(request, env) {
    const scheduledTime = new Date(Number(new URL(request.url).searchParams.get('time')));
    return new Response((await env.MAIN.scheduled({ scheduledTime, cron: '' })).outcome);
  },
};`;
/** A rate limit that never refuses: a bench sends from one machine what real traffic sends from many. */
const UNLIMITED = 'export default () => ({ limit: async () => ({ success: true }) });';

/**
 * Writes workerd's own configuration, so that no part of Miniflare is in front of the Worker
 * (https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp).
 * @param configFolder the folder of the configuration: embedded files are relative to it.
 * @returns Cap'n Proto text; the command line sets the addresses of the sockets `http`, of the Worker, and `entry`, for its cron.
 */
export function workerdConfig(worker: RawWorker, configFolder: string): string {
  const { options, variables, bucketsPort } = worker;
  const objects = Object.entries(options.durableObjects ?? {}) as Array<[string, { className: string }]>;
  const texts = Object.entries({ ...(options.bindings as Record<string, string>), ...variables });
  const { compatibilityDate = '', compatibilityFlags = [], assets: files } = options as Compatibility;
  const assets = files?.directory;
  const buckets = Object.keys(options.r2Buckets ?? {});
  const bindings = [
    ...texts.map(([name, text]) => `(name = ${quote(name)}, text = ${quote(text)})`),
    ...objects.map(
      ([name, { className }]) => `(name = ${quote(name)}, durableObjectNamespace = ${quote(className)})`,
    ),
    ...buckets.map((name) => `(name = ${quote(name)}, r2Bucket = ${quote(`bucket-${name}`)})`),
    ...Object.keys(options.ratelimits ?? {}).map(
      (name) => `(name = ${quote(name)}, wrapped = (moduleName = "bench:unlimited", innerBindings = []))`,
    ),
    ...(assets ? ['(name = "ASSETS", service = "assets")'] : []),
  ];
  const modules = listModules(worker.folder).map((name) => {
    const path = relative(resolve(configFolder), resolve(worker.folder, name));
    return `(name = ${quote(name)}, esModule = embed ${quote(path)})`;
  });
  const flags = compatibilityFlags.map(quote);
  const bucketService = (name: string) =>
    `    (name = ${quote(`bucket-${name}`)}, external = (address = "127.0.0.1:${bucketsPort}", http = (
      injectRequestHeaders = [(name = ${quote(BUCKET_HEADER)}, value = ${quote(name)})]))),\n`;
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .mainWorker),
    (name = "internet", network = (allow = ["public", "private"])),
    (name = "cron", worker = (
      modules = [(name = "cron", esModule = ${quote(CRON)})],
      compatibilityDate = ${quote(compatibilityDate)},
      compatibilityFlags = ["service_binding_extra_handlers"],
      bindings = [(name = "MAIN", service = "main")])),
    (name = "state", disk = (path = ${quote(resolve(worker.stateDirectory))}, writable = true)),
${buckets.map(bucketService).join('')}${assets ? `    (name = "assets", disk = (path = ${quote(resolve(assets))})),\n` : ''}  ],
  sockets = [
    (name = "http", address = "127.0.0.1:0", http = (), service = "main"),
    (name = "entry", address = "127.0.0.1:0", http = (), service = "cron"),
  ],
  extensions = [(modules = [(name = "bench:unlimited", internal = true, esModule = ${quote(UNLIMITED)})])],
);

const mainWorker :Workerd.Worker = (
  modules = [
    ${modules.join(',\n    ')}],
  compatibilityDate = ${quote(compatibilityDate)},
  compatibilityFlags = [${flags.join(', ')}],
  bindings = [
    ${bindings.join(',\n    ')}],
  durableObjectNamespaces = [
    ${objects.map(([, { className }]) => `(className = ${quote(className)}, uniqueKey = ${quote(className)}, enableSql = true)`).join(',\n    ')}],
  durableObjectStorage = (localDisk = "state"),
  globalOutbound = "internet",
);
`;
}

/** @returns the text as a Cap'n Proto string, whose escapes are those of C. */
function quote(text: string): string {
  return JSON.stringify(text);
}

/** @returns a folder's modules, the entry first, as the runtime expects. */
function listModules(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [ENTRY, ...files.filter((name) => name.endsWith('.js') && name !== ENTRY)];
}
