// Every command begins here, on any Node: installs the lock file's packages, and continues with the Node that the
// project pins. Uses nothing beyond a fresh clone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const OLDEST_NODE = 20;
const PLATFORMS = `Weft Cloud runs on Linux with glibc and on macOS, x64 or arm64; this is ${process.platform}, ${process.arch}.`;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binaries = join(root, 'node_modules', '.bin');
const stampFile = join(root, 'node_modules', '.installed-lock-hash');

/** Installs missing packages, then runs `script` and exits with its status. */
export function runWithPinnedNode(script, args) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    fail(`Weft Cloud needs Node ${OLDEST_NODE} or later; this is ${process.version}.`);
  }
  installOnce();
  const node = join(binaries, 'node');
  const isPinned = existsSync(node);
  // The scripts are TypeScript, which the pinned Node runs, and some newer ones.
  if (!isPinned && !process.features.typescript) fail(`The pinned Node is not installed. ${PLATFORMS}`);
  const child = spawn(isPinned ? node : process.execPath, [join(root, script), ...args], {
    cwd: root,
    // The fourth stream is a channel that closes when this process dies, which the script detects.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`,
      // All that it calls is on this machine, where a proxy of the network reaches nothing.
      NODE_USE_ENV_PROXY: '0',
      // Servers and test runners start in many processes: each reuses what another has compiled.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    },
  });
  // Ctrl-C reaches the child from the terminal; this forwards a signal sent only to this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWhenOrphaned(child);
  child.on('error', (error) => fail(`The pinned Node does not run (${error.message}). ${PLATFORMS}`));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/**
 * npm runs this process below a shell. A SIGTERM to npm ends only the shell, and a `kill -9` of npm leaves the shell waiting.
 * Neither signals this process, but both change its line of parents.
 */
function endWhenOrphaned(child) {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestors();
  setInterval(() => {
    if (ancestors() !== before) child.kill('SIGTERM');
  }, 500).unref();
}

function ancestors() {
  const parent = process.ppid;
  try {
    // Only Linux has /proc, and only there npm's shell stays in between; "12 (sh) S 34 ..." is process 12, a child of 34.
    const [, name, grandparent] =
      readFileSync(`/proc/${parent}/stat`, 'utf8').match(/\((.*)\) \S (\d+)/) ?? [];
    return /^(sh|dash|bash)$/.test(name) ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

/** Installs in one process at a time: of two first commands in two terminals, the second waits for the first. */
function installOnce() {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash;
  if (isInstalled()) return;
  withLock(join(root, '.data', 'install-lock'), () => {
    if (!isInstalled()) install(lockHash);
  });
}

function install(lockHash) {
  console.info('Installing the dependencies (about a minute) ...');
  // Not `npm ci`, which refuses a lock file without another platform's optional binaries; not every registry has those.
  // NODE_ENV=production, or an `omit` of the user's configuration, would leave out what builds and runs the product.
  const args = ['install', '--no-save', '--loglevel=error', '--include=dev', '--include=optional'];
  const { status } = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) fail('The installation failed; npm says why above.');
  writeFileSync(stampFile, lockHash);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
