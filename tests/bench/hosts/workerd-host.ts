// Runs a built Worker in workerd itself, with the settings that `scripts/local/worker-host.ts` uses for Miniflare.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workerSettings } from '#scripts/local/worker-settings.ts';
import { serveBuckets } from './bucket-server.ts';
import { workerdConfig } from './workerd-config.ts';

const {
  port,
  entryPort = 0,
  stateDirectory,
  variables,
  bundleFolder,
  options,
} = workerSettings(process.env.WEFT_WORKER);
const objectsFolder = join(stateDirectory, 'objects');
mkdirSync(objectsFolder, { recursive: true });
const configFile = join(stateDirectory, 'config.capnp');
const bucketsPort = await serveBuckets(join(stateDirectory, 'buckets.sqlite'));
const worker = { folder: bundleFolder, options, variables, stateDirectory: objectsFolder, bucketsPort };
writeFileSync(configFile, workerdConfig(worker, dirname(configFile)));

const inspector = process.env.WEFT_INSPECTOR;
const workerd = spawn(
  'workerd',
  [
    'serve',
    configFile,
    '--experimental',
    `--socket-addr=http=127.0.0.1:${port}`,
    `--socket-addr=entry=127.0.0.1:${entryPort}`,
    ...(inspector ? [`--inspector-addr=127.0.0.1:${inspector}`] : []),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => workerd.kill(signal));
workerd.once('error', (error) => {
  console.error(`workerd could not be started: ${error.message}`);
  process.exit(1);
});
workerd.once('exit', (code) => process.exit(code ?? 1));
