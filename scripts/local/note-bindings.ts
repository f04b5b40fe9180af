// Notes wrangler.toml's bindings for Miniflare. A process of its own: wrangler is a large program.
import { writeFileSync } from 'node:fs';
import { unstable_getMiniflareWorkerOptions as miniflareOptions } from 'wrangler';
import { WORKER_OPTIONS, type WorkerOptions } from './built-worker.ts';

const { workerOptions } = miniflareOptions('wrangler.toml');
// Its rules serve to find modules, which `worker-host.ts` lists.
const { modulesRules: _, ...options } = workerOptions;
const noted: WorkerOptions = { ...options, name: 'weft-cloud' };
writeFileSync(WORKER_OPTIONS, JSON.stringify(noted, null, 2));
