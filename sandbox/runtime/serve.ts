import { join } from 'node:path';
import { openAnsweredRequests } from '#engine/hook/answered-requests.ts';
import { bind } from '#sandbox/server/http-server.ts';
import { routeListener } from '#sandbox/server/router.ts';
import type { RuntimeConfig } from './config.ts';
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

export type ServedWorkspace = {
  /** Refuses further webhooks; resolves once the running ones are answered. */
  drain(): Promise<void>;
  /** Ends the server and every connection immediately, like the end of a process. */
  close(): Promise<void>;
};

/**
 * Serves a workspace on its port.
 * @param die ends the workspace, for the webhook that ends its process.
 * @returns undefined for data that the version cannot start with.
 */
export async function serveWorkspace(
  config: RuntimeConfig,
  die: () => void,
): Promise<ServedWorkspace | undefined> {
  if (isOlderThanData(config.dataDir, config.version)) return undefined;
  const now = () => Date.now();
  const portal = new Portal(config, now);
  const workflows = new Workflows(config.dataDir);
  if (config.purpose === 'serve') {
    if (failingWorkflows('crash', workflows.list(), config.version).length > 0) return undefined;
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
    die,
  });
  const server = await bind(config.port);
  server.serve(routeListener(routes, { bodyLimitBytes }), (request, socket, head) => {
    if (config.purpose === 'serve') void acceptPush(request, socket, head);
    else socket.destroy();
  });
  if (config.purpose === 'serve') limits.ask();
  return { drain: () => gate.stop(), close: () => server.close() };
}
