import type { Unstable_MiniflareWorkerOptions } from 'wrangler';

/** The Worker's modules, as Vite builds and wrangler uploads them. */
export const BUNDLE_FOLDER = 'build/server';
export const ENTRY = 'app.js';

/** wrangler.toml's bindings and flags, in Miniflare's form. */
export type WorkerOptions = Omit<Unstable_MiniflareWorkerOptions['workerOptions'], 'modulesRules'> & {
  name: string;
};
export const WORKER_OPTIONS = 'build/worker.json';
