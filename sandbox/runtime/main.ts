import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { openAnsweredRequests } from '#engine/hook/answered-requests.ts';
import { bind } from '#sandbox/server/http-server.ts';
import { routeListener } from '#sandbox/server/router.ts';
import { BadEnvironment, badEnvironmentExitCode, type RuntimeConfig, readConfig } from './config.ts';
import { Credentials } from './credentials.ts';
import { Executions } from './executions.ts';
import { Gate } from './gate.ts';
import { KnownLimits } from './known-limits.ts';
import { isOlderThanData } from './newest-version.ts';
import { Portal } from './portal.ts';
import { failingWorkflows } from './removed-types.ts';
import { runtimeRoutes } from './routes.ts';
import { Sessions } from './sessions.ts';
import { acceptPush } from './websocket.ts';
import { Workflows } from './workflows.ts';

/** The largest workflow that a backup restores, and the brackets around it. */
const bodyLimitBytes = 33 * 1024 * 1024 + 2;

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

const config = configOrExit();
const now = () => Date.now();
if (isOlderThanData(config.dataDir, config.version)) process.exit(1);
const portal = new Portal(config, now);
const workflows = new Workflows(config.dataDir);
if (config.purpose === 'serve') {
  if (failingWorkflows('crash', workflows.list(), config.version).length > 0) process.exit(1);
  const deactivated = failingWorkflows('deactivate', workflows.list(), config.version);
  workflows.import(deactivated.map((workflow) => ({ ...workflow, active: false, published: null })));
}
const executions = new Executions(config.dataDir, now);
if (config.counted) executions.log.raise(config.counted);
const credentials = new Credentials(config.dataDir);
const limits = new KnownLimits(portal, now);
const sessions = new Sessions(config.dataDir);
const answered = openAnsweredRequests(join(config.dataDir, 'answered.sqlite'), console.error);
const gate = new Gate(config.signInKey, answered);
const routes = runtimeRoutes({
  config,
  sessions,
  workflows,
  executions,
  credentials,
  portal,
  limits,
  gate,
  now,
  startedAt: now(),
});
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void gate.stop().then(() => process.exit(0)));
const server = await bind(config.port);
server.serve(routeListener(routes, { bodyLimitBytes }), (request, socket, head) => {
  if (config.purpose === 'serve') void acceptPush(request, socket, head);
  else socket.destroy();
});
if (config.purpose === 'serve') limits.ask();
// Written now rather than at exit, so that the next workspace starts without the TypeScript compiler in its memory.
flushCompileCache();
