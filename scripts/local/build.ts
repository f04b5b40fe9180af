import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../lock.mjs';

interface Step {
  stamp: string;
  sources: readonly string[];
  command: string;
  args: readonly string[];
}

/** Vite's configuration with its modules, the dependencies, and the import map (`package.json`). */
const BUILDERS = [...globSync('vite.*.ts').sort(), 'package.json', 'package-lock.json'];
const PAGES = [...BUILDERS, 'app', 'engine/versions.json', 'public'];
const WORKER = [...PAGES, 'workers', 'durable-objects', 'db'];
/** wrangler reads a .dev.vars file. */
const BINDINGS = ['wrangler.toml', 'package-lock.json', ...(existsSync('.dev.vars') ? ['.dev.vars'] : [])];

/** A change to any of these files or folders needs a new build. */
export const workerSources = [...new Set([...WORKER, ...BINDINGS])];

const steps: readonly Step[] = [
  {
    stamp: 'build/.client-hash',
    sources: PAGES,
    command: 'vite',
    args: ['build', '--logLevel', 'warn'],
  },
  {
    stamp: 'build/.server-hash',
    sources: WORKER,
    command: 'vite',
    args: ['build', '--ssr', '--logLevel', 'warn'],
  },
  {
    stamp: 'build/.bindings-hash',
    sources: BINDINGS,
    command: process.execPath,
    args: ['scripts/local/note-bindings.ts'],
  },
];

/**
 * Builds the browser's files and the Worker, and writes its bindings, unless the last build had the same sources.
 * @returns whether anything was built. @throws with the builder's output.
 */
export function buildIfChanged(): boolean {
  return withLock('build/.lock', buildDue);
}

function buildDue(): boolean {
  const due = steps
    .map((step) => ({ ...step, hash: sourceHash(step.sources) }))
    .filter(({ stamp, hash }) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash);
  if (due.length > 0) console.info('Building ...');
  for (const { stamp, hash, command, args } of due) {
    // An interrupted build does not count.
    rmSync(stamp, { force: true });
    // A test runner sets NODE_ENV to `test`, and React would be built for development.
    const env = { ...process.env, NODE_ENV: 'production' };
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
    if (status !== 0) throw new Error(`The build failed:\n${stdout}\n${stderr}`);
    writeFileSync(stamp, hash);
  }
  return due.length > 0;
}

function sourceHash(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesIn(source)) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
