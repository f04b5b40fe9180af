import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { analyticsRoutes } from './analytics/routes.ts';
import { BreachFaults } from './breached-passwords/faults.ts';
import { createBreachedPasswordRoutes } from './breached-passwords/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { installableReleases, loadReleases } from './catalogue/versions.ts';
import { clockRoutes } from './clock/routes.ts';
import { clusterRoutes } from './cluster/api.ts';
import { clusterFaultRoutes } from './cluster/fault-routes.ts';
import { ClusterFaults } from './cluster/faults.ts';
import { proxyRequest, proxyUpgrade } from './cluster/ingress.ts';
import { n8nEngine } from './cluster/n8n.ts';
import { type Engine, Launcher } from './cluster/processes.ts';
import { Reconciler } from './cluster/reconcile.ts';
import { sharedRuntime } from './cluster/shared-runtime.ts';
import { smallRuntime } from './cluster/small-runtime.ts';
import { Snapshots } from './cluster/snapshots.ts';
import { ClusterStore } from './cluster/store.ts';
import type { SandboxConfig } from './config.ts';
import { ActivityLog } from './index-page/activity.ts';
import { indexRoutes } from './index-page/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { MailStore } from './mail/store.ts';
import { startPaddle } from './paddle/paddle.ts';
import { bind } from './server/http-server.ts';
import { routeListener } from './server/router.ts';
import { DownSwitch } from './storage/down-switch.ts';

export type Sandbox = {
  port: number;
  /** Ends every workspace process and every connection. */
  close(): Promise<void>;
};

/**
 * Starts the outside world (design §5) on one port of 127.0.0.1, with its state under `config.dataDir`. Rejects with
 * EADDRINUSE if the port is taken, before any workspace is started.
 */
export async function startSandbox(config: SandboxConfig): Promise<Sandbox> {
  const now = () => Date.now();
  const dataDir = resolve(config.dataDir);
  const within = (...parts: string[]) => join(dataDir, ...parts);
  mkdirSync(dataDir, { recursive: true });

  const activity = new ActivityLog(now);
  const note = (sentence: string) => activity.note(sentence);
  const mails = new MailStore(within('mails'));
  const mailFaults = new DownSwitch(within('mail-faults.json'));
  const catalogueFaults = new DownSwitch(within('catalogue-faults.json'));
  const breachFaults = new BreachFaults(within('breach-faults.json'));
  const clusterFaults = new ClusterFaults(within('cluster-faults.json'));
  const store = new ClusterStore(within('cluster'), now());

  const engine = await openEngine(config, dataDir);
  // The port is the lock on the data: workspaces start only once this process has it.
  const server = await bind(config.port);
  // Kubernetes names contain no `_`, so claims of two namespaces cannot collide.
  const volumePath = (namespace: string, claim: string) =>
    within('volumes', namespace === 'weft-workspaces' ? claim : `${namespace}_${claim}`);
  const snapshots = new Snapshots({
    store,
    now,
    volumePath,
    snapshotPath: (namespace, name) => within('snapshots', `${namespace}_${name}`),
  });
  const cluster = new Reconciler({
    store,
    faults: clusterFaults,
    launcher: new Launcher(dataDir, engine),
    timings: config.cluster,
    now,
    volumePath,
  });
  const paddle = startPaddle({
    directory: within('paddle'),
    baseUrl: `http://127.0.0.1:${server.port}`,
    portalUrl: config.portalUrl,
    apiKey: config.paddleApiKey,
    clientToken: config.paddleClientToken,
    webhookUrl: config.paddleWebhookUrl,
    webhookSecret: config.paddleWebhookSecret,
    timings: config.paddle,
    now,
    note,
  });
  const route = routeListener([
    ...indexRoutes({
      portalUrl: config.portalUrl,
      mails,
      reconciler: cluster,
      clusterFaults,
      mailFaults,
      catalogueFaults,
      breachFaults,
      paddleFaults: paddle.faults,
      activity,
    }),
    ...mailRoutes({ store: mails, faults: mailFaults, key: config.mailKey, now, note }),
    ...clusterRoutes({
      store,
      faults: clusterFaults,
      token: config.clusterToken,
      slowAnswerMs: config.cluster.slowAnswerMs,
      now,
      deleteClaim: (namespace, name) => cluster.deleteClaim(namespace, name),
      deleteSnapshotData: (namespace, name) => snapshots.remove(namespace, name),
    }),
    ...clusterFaultRoutes({ faults: clusterFaults, vanish: (workspace) => cluster.vanish(workspace), note }),
    ...catalogueRoutes({
      faults: catalogueFaults,
      note,
      releases: config.engine === 'n8n' ? installableReleases() : loadReleases(),
    }),
    ...createBreachedPasswordRoutes({ faults: breachFaults, note }),
    ...paddle.routes,
    ...analyticsRoutes({ now }),
    ...clockRoutes({ portalUrl: config.portalUrl, token: config.clockToken, note }),
  ]);
  const endpoint = (service: string) => cluster.endpoint(service);
  server.serve(
    (request, response) =>
      request.url?.startsWith('/ingress/')
        ? proxyRequest(request, response, endpoint)
        : route(request, response),
    (request, socket, head) => proxyUpgrade(request, socket, head, endpoint),
  );

  return {
    port: server.port,
    async close() {
      await Promise.all([server.close(), cluster.close(), paddle.close()]);
    },
  };
}

async function openEngine({ engine, cluster }: SandboxConfig, dataDir: string): Promise<Engine> {
  if (engine === 'n8n') return n8nEngine();
  return engine === 'shared' ? sharedRuntime() : smallRuntime(dataDir, cluster.migrationMs);
}
