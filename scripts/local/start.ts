import { mkdirSync, rmSync } from 'node:fs';
import { buildHook } from '#engine/build.ts';
import { isPortFree } from '#engine/free-port.ts';
import { installableVersions, installN8n } from '#engine/install.ts';
import { readArguments, refuseArguments, runCommand } from '../command-line.ts';
import { holderOf, tryLock } from '../lock.mjs';
import { buildIfChanged } from './build.ts';
import { refuseFullDisk } from './disk.ts';
import { type Ports, portVariables, readPorts } from './ports.ts';
import { watchAndRebuild } from './watch.ts';

const DATA_DIRECTORY = '.data';
const LOCK = `${DATA_DIRECTORY}/lock`;

const USAGE = `npm start                  runs the portal, its database and the sandbox on this machine until Ctrl-C
npm start -- --engine n8n  with n8n itself behind it, which is installed first
npm run dev                builds again when a file changes
npm run dev -- --engine n8n`;

/** `npm start`: runs everything on this machine until Ctrl-C. */
async function main(): Promise<void> {
  const { engine, watch } = readOptions();
  const ports = readPorts(process.env);
  await refuseTakenPorts(ports);
  mkdirSync(DATA_DIRECTORY, { recursive: true });
  refuseFullDisk(DATA_DIRECTORY);
  takeLock();
  process.on('exit', () => rmSync(LOCK, { force: true }));

  buildIfChanged();
  if (engine === 'n8n') await prepareN8n();
  console.info('Starting the database, the sandbox and the Worker ...');
  // The database's modules take half a second to load, which a mistyped option need not wait for.
  const { startStack } = await import('./stack.ts');
  const stack = await startStack({
    dataDirectory: DATA_DIRECTORY,
    ports,
    restarts: true,
    engine,
    say: (line) => console.info(line),
  });
  const endWatching = watch ? watchAndRebuild(stack) : () => {};

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    console.info('\nStopping ...');
    endWatching();
    await stack.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.once('disconnect', stop);

  console.info(`
  Weft Cloud   ${stack.portalUrl}
  The sandbox  ${stack.sandboxUrl}   (the mails' inbox, the cluster's faults, the clock)

Ctrl-C stops everything; your data stays in ${DATA_DIRECTORY}/.
`);
}

function readOptions(): { engine: 'small' | 'n8n'; watch: boolean } {
  const { values } = readArguments(USAGE, {
    options: { engine: { type: 'string', default: 'small' }, watch: { type: 'boolean', default: false } },
  });
  if (values.engine !== 'small' && values.engine !== 'n8n')
    return refuseArguments(`--engine is "small" or "n8n", not "${values.engine}".`, USAGE);
  return { engine: values.engine, watch: values.watch };
}

/** Installs every installable version, so that a workspace's update is real. */
async function prepareN8n(): Promise<void> {
  for (const version of installableVersions()) await installN8n(version, console.info);
  await buildHook();
}

async function refuseTakenPorts(ports: Ports): Promise<void> {
  for (const [name, [variable]] of Object.entries(portVariables)) {
    const port = ports[name as keyof Ports];
    if (await isPortFree(port)) continue;
    throw new Error(
      `Port ${port} (${name}) is taken: is Weft Cloud running already? Otherwise end what listens there, or choose ` +
        `another port with ${variable}=${port + 1000} npm start.`,
    );
  }
}

/** Two stacks on the same data would corrupt it. Takes over the lock of a dead process. */
function takeLock(): void {
  if (tryLock(LOCK) || tryLock(LOCK)) return;
  throw new Error(
    `Weft Cloud is running in this folder already (process ${holderOf(LOCK)}). If that is another program, delete ${LOCK}.`,
  );
}

await runCommand(main);
