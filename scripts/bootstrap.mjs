// Every command begins here, on any Node: installs the lock file's packages, and continues with the Node that the
// project pins. Uses nothing beyond a fresh clone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binaries = join(root, 'node_modules', '.bin');
const stampFile = join(root, 'node_modules', '.installed-lock-hash');

/** Installs missing packages, then runs `script` and exits with its status. */
export function runWithPinnedNode(script, args) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    fail(`Weft Cloud needs Node ${OLDEST_NODE} or later; this is ${process.version}.`);
  }
  install();
  const node = join(binaries, 'node');
  const child = spawn(existsSync(node) ? node : process.execPath, [join(root, script), ...args], {
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

function install() {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash) return;
  console.info('Installing the dependencies (about a minute) ...');
  // Not `npm ci`, which refuses a lock file without another platform's optional binaries; not every registry has those.
  const { status } = spawnSync('npm', ['install', '--no-save', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) fail('The installation failed; npm says why above.');
  writeFileSync(stampFile, lockHash);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
