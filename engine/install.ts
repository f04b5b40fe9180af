import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Lock files: one folder per installable version. */
const LOCKS = join(import.meta.dirname, 'versions');
/** Next to the other data of this checkout; 2.8 GB per version. */
const INSTALLED = resolve(import.meta.dirname, '..', '.data', 'engines');
const DONE = 'installed';

/** @returns the n8n versions that a developer's machine can install, oldest first. */
export function installableVersions(): string[] {
  return readdirSync(LOCKS).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** @returns the path of n8n's start script. @throws Error that says how to install a missing version. */
export function n8nEntry(version: string): string {
  const folder = join(INSTALLED, version);
  if (!existsSync(join(folder, DONE)))
    throw new Error(`n8n ${version} is not installed. Run: node engine/install.ts ${version}`);
  return join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

/**
 * Installs an n8n version from its lock file, once. Repeats an interrupted installation.
 * @param say receives a line per step.
 * @throws Error with npm's output.
 */
export async function installN8n(version: string, say: (line: string) => void): Promise<void> {
  const folder = join(INSTALLED, version);
  if (existsSync(join(folder, DONE))) return;
  const locks = join(LOCKS, version);
  if (!existsSync(locks))
    throw new Error(`There is no lock file of n8n ${version}; there is ${installableVersions().join(', ')}.`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(locks, file), join(unfinished, file));
  say(`Installing n8n ${version}: about 3 minutes and 3 GB, once ...`);
  // `npm ci` rejects a lock file without the optional packages of other platforms, which a registry need not have. `npm
  // install --no-save` takes every version and checksum from the lock file as well. Without `--legacy-peer-deps` npm would
  // reject the conflicting peers of n8n's dependencies.
  await npm(
    ['install', '--no-save', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'],
    unfinished,
  );
  say(`Building the database driver of n8n ${version}: up to 5 minutes where no ready-made one is found ...`);
  await npm(['rebuild', 'sqlite3', '--ignore-scripts=false'], unfinished, headersOfNode());
  writeFileSync(join(unfinished, DONE), '');
  renameSync(unfinished, folder);
}

/** Node's own headers, if installed with it, so compiling needs no download. */
function headersOfNode(): Record<string, string> {
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, 'include', 'node', 'node.h')) ? { npm_config_nodedir: prefix } : {};
}

async function npm(args: string[], cwd: string, env: Record<string, string> = {}): Promise<void> {
  const child = spawn('npm', [...args, '--loglevel=error'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-8_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((done, fail) => {
    child.once('exit', done);
    child.once('error', fail);
  });
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${output}`);
}

if (import.meta.main) {
  const [version = installableVersions().at(-1) ?? ''] = process.argv.slice(2);
  await installN8n(version, console.info);
}
