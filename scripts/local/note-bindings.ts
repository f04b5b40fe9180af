// Writes wrangler.toml's bindings for Miniflare. A separate process, since wrangler is a large program.
import { writeFileSync } from 'node:fs';
import { unstable_getMiniflareWorkerOptions as miniflareOptions } from 'wrangler';
import { WORKER_OPTIONS, type WorkerOptions } from './built-worker.ts';

const { workerOptions } = miniflareOptions('wrangler.toml');
// Without wrangler's module rules: `worker-host.ts` lists the modules.
const { modulesRules: _, ...options } = workerOptions;
const noted: WorkerOptions = { ...options, name: 'weft-cloud' };
writeFileSync(WORKER_OPTIONS, JSON.stringify(noted, null, 2));
