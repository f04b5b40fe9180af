import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundleRuntime } from '#sandbox/cluster/bundle-runtime.ts';
import { engineOf } from './process.ts';
import { describeContract } from './suite.ts';

const ENTRY = await bundleRuntime();

const startSmallRuntime = engineOf(async ({ env, dataFolder, port }) => {
  const child = spawn(process.execPath, [ENTRY], {
    env: {
      PATH: process.env.PATH ?? '',
      // As in the sandbox: without it, each start compiles the code again.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? 'node_modules/.cache/compiled',
      WEFT_MIGRATION_MS: '0',
      ...env,
      N8N_USER_FOLDER: dataFolder,
      N8N_PORT: String(port),
    },
    // The child exits when its standard input closes.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  // Writing to a killed child raises EPIPE.
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const { pid } = child;
  if (pid === undefined) throw new Error('the small runtime could not be started');
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await exited;
  };
  return { pid, exited, stop: () => end('SIGTERM'), kill: () => end('SIGKILL'), output: () => output };
}, 60_000);

describeContract('the small runtime', startSmallRuntime, { kills: 10 });
