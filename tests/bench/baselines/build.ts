import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRY, type WorkerOptions } from '#scripts/local/built-worker.ts';
import { bundleTestWorker } from '../../support/bundle-test-worker.ts';
import { BARE_FOLDER, BASELINES_FOLDER } from './folders.ts';

/** A built Worker beside the product: the folder of its modules, and its bindings. */
export interface BuiltWorker {
  folder: string;
  optionsFile: string;
}

const COMPATIBILITY = { compatibilityDate: '2026-10-01', compatibilityFlags: ['nodejs_compat'] };

let bare: BuiltWorker | undefined;

/**
 * Builds the bare Remix app with Vite, once per process, as `npm run build` builds the product. @throws with Vite's output.
 */
export function buildBare(): BuiltWorker {
  bare ??= runVite();
  return bare;
}

function runVite(): BuiltWorker {
  rmSync(BARE_FOLDER, { recursive: true, force: true });
  for (const ssr of [[], ['--ssr']]) {
    const args = ['build', ...ssr, '--config', 'tests/bench/baselines/vite.config.ts', '--logLevel', 'warn'];
    const env = { ...process.env, NODE_ENV: 'production' };
    const { status, stdout, stderr } = spawnSync('vite', args, { encoding: 'utf8', env });
    if (status !== 0) throw new Error(`The bare app was not built:\n${stdout}\n${stderr}`);
  }
  return withOptions(join(BARE_FOLDER, 'server'), 'bare', {
    durableObjects: { COUNTER: { className: 'CounterObject', useSQLite: true } },
    assets: {
      directory: join(BARE_FOLDER, 'client'),
      binding: 'ASSETS',
      run_worker_first: true,
      // As wrangler records `run_worker_first`.
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
    },
  });
}

/**
 * Bundles a Worker of one file.
 * @param name the folder under `build/bench`.
 * @param objects the class of each Durable Object binding.
 */
export async function buildWorker(
  name: string,
  entry: string,
  objects: Readonly<Record<string, string>> = {},
): Promise<BuiltWorker> {
  const folder = join(BASELINES_FOLDER, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  renameSync(await bundleTestWorker(entry, folder), join(folder, ENTRY));
  const durableObjects = Object.fromEntries(
    Object.entries(objects).map(([binding, className]) => [binding, { className, useSQLite: true }]),
  );
  return withOptions(folder, name, { durableObjects });
}

function withOptions(folder: string, name: string, options: object): BuiltWorker {
  const optionsFile = join(BASELINES_FOLDER, `${name}.json`);
  const all = { ...COMPATIBILITY, ...options, name: `bench-${name}` } as unknown as WorkerOptions;
  writeFileSync(optionsFile, JSON.stringify(all, null, 2));
  return { folder, optionsFile };
}
