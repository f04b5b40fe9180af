import type { Unstable_MiniflareWorkerOptions } from 'wrangler';

/** What the build leaves for whoever runs the Worker. */
export interface BuiltWorker {
  /** wrangler.toml, as Miniflare takes it. */
  options: Omit<Unstable_MiniflareWorkerOptions['workerOptions'], 'modulesRules'> & { name: string };
  /** The bundle's files; the first is its entry. */
  modules: Array<{ type: 'ESModule' | 'CompiledWasm' | 'Text' | 'Data'; path: string }>;
}

export const BUNDLE_FOLDER = 'build/worker';
export const BUNDLE_OPTIONS = 'build/worker.json';
