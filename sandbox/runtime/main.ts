import { flushCompileCache } from 'node:module';
import { BadEnvironment, badEnvironmentExitCode, type RuntimeConfig, readConfig } from './config.ts';
import { serveWorkspace } from './serve.ts';

// The crash-loop fault: exits before it is ready, as n8n does with an invalid setting.
if (process.env.WEFT_CRASH === '1') process.exit(1);

// The parent process holds standard input open. Its end means that the parent was killed, and that nothing else would end
// this process. State is written before each answer, so an immediate stop loses only answers.
process.stdin.on('end', () => process.exit(0));
process.stdin.on('error', () => process.exit(0));
process.stdin.resume();

function configOrExit(): RuntimeConfig {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof BadEnvironment)) throw error;
    console.error(error.message);
    process.exit(badEnvironmentExitCode);
  }
}

const workspace = (await serveWorkspace(configOrExit(), () => process.exit(1))) ?? process.exit(1);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void workspace.drain().then(() => process.exit(0)));
// Written now rather than at exit, so that the next workspace starts without the TypeScript compiler in its memory.
flushCompileCache();
