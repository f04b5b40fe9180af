// Bundles the Worker as a deployment does, and notes its bindings for Miniflare. A process of its own: it is large.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { unstable_getMiniflareWorkerOptions as miniflareOptions } from 'wrangler';
import { BUNDLE_FOLDER, BUNDLE_OPTIONS, type BuiltWorker } from './built-worker.ts';

const moduleTypes = {
  '.js': 'ESModule',
  '.mjs': 'ESModule',
  '.wasm': 'CompiledWasm',
  '.txt': 'Text',
  '.html': 'Text',
  '.sql': 'Text',
  '.bin': 'Data',
} as const;

const ENTRY = join(BUNDLE_FOLDER, 'app.js');

rmSync(BUNDLE_FOLDER, { recursive: true, force: true });
bundle();
const { workerOptions } = miniflareOptions('wrangler.toml');
// Its rules serve to find modules; here they are listed.
const { modulesRules: _, ...options } = workerOptions;
const built: BuiltWorker = { options: { ...options, name: 'weft-cloud' }, modules: listModules() };
writeFileSync(BUNDLE_OPTIONS, JSON.stringify(built, null, 2));

function bundle(): void {
  const args = ['deploy', '--dry-run', '--env=', '--outdir', BUNDLE_FOLDER];
  const env = { ...process.env, WRANGLER_HIDE_BANNER: 'true', WRANGLER_SEND_METRICS: 'false' };
  const { status } = spawnSync('wrangler', args, { stdio: 'inherit', env });
  if (status !== 0) throw new Error('wrangler could not bundle the Worker; it says why above.');
}

function listModules(): BuiltWorker['modules'] {
  const files = readdirSync(BUNDLE_FOLDER, { recursive: true, encoding: 'utf8' });
  const modules = files.flatMap((name) => {
    const type = moduleTypes[extname(name) as keyof typeof moduleTypes];
    return type ? [{ type, path: join(BUNDLE_FOLDER, name) }] : [];
  });
  if (!modules.some(({ path }) => path === ENTRY)) throw new Error(`The bundle has no ${ENTRY}.`);
  return modules.sort((a, b) => Number(b.path === ENTRY) - Number(a.path === ENTRY));
}
