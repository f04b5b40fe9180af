import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['app', 'public', 'vite.config.ts', 'package-lock.json'];
const STAMP = 'build/.source-hash';

/** Builds the Remix application unless these very sources were built before. @throws with the builder's output. */
export function buildIfChanged(): void {
  const hash = sourceHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  console.info('Building ...');
  const { status, stdout, stderr } = spawnSync('remix', ['vite:build', '--logLevel', 'warn'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}\n${stderr}`);
  writeFileSync(STAMP, hash);
}

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
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
