import { join } from 'node:path';
import type { Ports } from './ports.ts';
import { sandboxCluster } from './sandbox-cluster.ts';
import type { Secrets } from './secrets.ts';
import { type Service, startService } from './service.ts';

interface Launch {
  dataDirectory: string;
  ports: Ports;
  portalUrl: string;
  secrets: Secrets;
  say: (line: string) => void;
}

interface SandboxLaunch extends Launch {
  engine: 'small' | 'shared' | 'n8n';
  probeEveryMs: number | undefined;
}

/** Starts the sandbox. @returns its service, once it is healthy. */
export function launchSandbox(launch: SandboxLaunch): Promise<Service> {
  const { dataDirectory, ports, portalUrl, secrets, say, engine, probeEveryMs } = launch;
  return startService({
    name: 'Sandbox',
    command: process.execPath,
    args: ['sandbox/main.ts'],
    env: {
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_DATA: join(dataDirectory, 'sandbox'),
      PORTAL_URL: portalUrl,
      SANDBOX_ENGINE: engine,
      ...(probeEveryMs !== undefined && { SANDBOX_PROBE_INTERVAL_MS: String(probeEveryMs) }),
      SANDBOX_CLUSTER_TOKEN: secrets.CLUSTER_TOKEN,
      SANDBOX_MAIL_KEY: secrets.MAIL_KEY,
      SANDBOX_CLOCK_TOKEN: secrets.SANDBOX_CLOCK_TOKEN,
      SANDBOX_PADDLE_API_KEY: secrets.PADDLE_API_KEY,
      SANDBOX_PADDLE_CLIENT_TOKEN: secrets.PADDLE_CLIENT_TOKEN,
      SANDBOX_PADDLE_WEBHOOK_SECRET: secrets.PADDLE_WEBHOOK_SECRET,
    },
    healthUrl: `http://127.0.0.1:${ports.sandbox}/healthz`,
    healthAnswer: 'The sandbox is ready.',
    show: (line) => {
      if (/error/i.test(line)) say(`sandbox: ${line}`);
      return null;
    },
  });
}

interface WorkerLaunch extends Launch {
  sandboxUrl: string;
  databaseUrl: string;
  overrides: Readonly<Record<string, string>>;
  bundleFolder: string | undefined;
  optionsFile: string | undefined;
  workerHost: string;
  entryPort: number | undefined;
}

/** Starts the Worker beside the sandbox and the database. @returns its service, once it is healthy. */
export function launchWorker(launch: WorkerLaunch): Promise<Service> {
  const { dataDirectory, ports, portalUrl, sandboxUrl, databaseUrl, secrets, say } = launch;
  const { CLUSTER_TOKEN, ...ownSecrets } = secrets;
  const variables = {
    ...ownSecrets,
    PORTAL_URL: portalUrl,
    DATABASE_URL: databaseUrl,
    MAIL_URL: sandboxUrl,
    PADDLE_API_URL: sandboxUrl,
    PADDLE_JS_URL: `${sandboxUrl}/paddle/paddle.js`,
    CLUSTERS: JSON.stringify([sandboxCluster(sandboxUrl)]),
    CLUSTER_TOKENS: JSON.stringify({ local: CLUSTER_TOKEN }),
    CATALOGUE_URL: `${sandboxUrl}/graphql`,
    VERSION_FEED_URL: `${sandboxUrl}/api/versions`,
    BREACHED_PASSWORDS_URL: sandboxUrl,
    ANALYTICS_URL: `http://analytics.localhost:${ports.sandbox}/analytics/events`,
    TAG_MANAGER_URL: `http://analytics.localhost:${ports.sandbox}/analytics/tag-manager.js`,
    SANDBOX_URL: sandboxUrl,
    ...launch.overrides,
  };
  return startService({
    name: 'Worker',
    command: process.execPath,
    // Miniflare is a large program of which little runs: without a limit, its heap grows to three times this size.
    args: ['--max-old-space-size=128', '--max-semi-space-size=1', launch.workerHost],
    env: {
      WEFT_WORKER: JSON.stringify({
        port: ports.portal,
        entryPort: launch.entryPort,
        stateDirectory: join(dataDirectory, 'worker'),
        variables,
        bundleFolder: launch.bundleFolder,
        optionsFile: launch.optionsFile,
      }),
    },
    healthUrl: `${portalUrl}/robots.txt`,
    healthAnswer: 'Disallow: /confirm-email',
    // Shows only the product's own log lines, which are JSON, from the runtime's output.
    show: (line) => {
      const entry = line.match(/\{"level":.*\}/)?.[0];
      if (entry) say(entry);
      return null;
    },
  });
}
