import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from './database.ts';
import { launchSandbox, launchWorker } from './launch.ts';
import type { Ports } from './ports.ts';
import { localSecrets } from './secrets.ts';
import { superviseServices } from './supervisor.ts';

export interface Stack {
  portalUrl: string;
  /** Miniflare's own address, which runs the cron. */
  entryUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  /** The secret that signs the billing provider's webhooks. */
  webhookSecret: string;
  /** The master key from which every workspace's keys derive. */
  workspaceMasterKey: string;
  /** Ends all services of the stack. */
  stop(): Promise<void>;
  /** Ends the Worker like a power cut; `startWorker` restarts it on the same data. */
  killWorker(): Promise<void>;
  startWorker(): Promise<void>;
  /** Ends the database's server like a power cut; `startDatabase` restarts it. */
  killDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** Runs the cron now. */
  runCron(): Promise<void>;
}

export interface StackSettings {
  dataDirectory: string;
  ports: Ports;
  /** A port for Miniflare's entry; the portal's port is then the Worker's own, without compression. */
  entryPort?: number;
  /** Receives a line for each step. */
  say?: (line: string) => void;
  /** Whether a service that dies restarts. */
  restarts?: boolean;
  /** Variables of the Worker that override those of wrangler.toml and this file. */
  variables?: Readonly<Record<string, string>>;
  /** The folder of the Worker's modules, instead of the build's. */
  bundleFolder?: string;
  /** The file of the Worker's bindings and flags, instead of the build's. */
  optionsFile?: string;
  /** The program that runs the Worker; by default Miniflare. */
  workerHost?: string;
  /** The engine in the workspaces (`sandbox/config.ts`); by default the small runtime in processes of its own. */
  engine?: 'small' | 'shared' | 'n8n';
  /** How often the cluster probes a ready workspace again; by default as its pod specifies. */
  probeEveryMs?: number;
  /** The minute for which the cron runs, UTC ms; by default the current one. */
  cronAt?: () => number;
  /** Whether the cron runs by itself, true by default; `runCron` runs it in any case. */
  hasCron?: boolean;
  /** The cron's interval; by default a minute, as in production. */
  cronEveryMs?: number;
}

/** Starts the whole product on one machine: the database's server, the sandbox and the Worker, on persistent data. */
export async function startStack({
  dataDirectory,
  ports,
  entryPort,
  say = () => {},
  restarts = false,
  variables = {},
  bundleFolder,
  optionsFile,
  workerHost = 'scripts/local/worker-host.ts',
  engine = 'small',
  probeEveryMs,
  cronAt = Date.now,
  hasCron = true,
  cronEveryMs = 60_000,
}: StackSettings): Promise<Stack> {
  mkdirSync(dataDirectory, { recursive: true });
  const secrets = localSecrets(join(dataDirectory, 'secrets.json'));
  const portalUrl = `http://localhost:${ports.portal}`;
  const entryUrl = `http://127.0.0.1:${entryPort ?? ports.portal}`;
  const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`;
  const databaseUrl = `http://127.0.0.1:${ports.database}`;
  const services = superviseServices({ restarts, say });
  const startWorker = () =>
    services.start('Worker', () =>
      launchWorker({
        dataDirectory,
        ports,
        portalUrl,
        sandboxUrl,
        databaseUrl,
        secrets,
        say,
        overrides: variables,
        bundleFolder,
        optionsFile,
        workerHost,
        entryPort,
      }),
    );
  const bringUpDatabase = () =>
    services.start('Database', () => startDatabase(dataDirectory, ports.database));
  const runCron = async () => {
    await fetch(`${entryUrl}/cdn-cgi/local/scheduled?time=${cronAt()}`).catch(() => {
      // The Worker is restarting; the cron runs again soon.
    });
  };
  const stop = async () => {
    clearInterval(cron);
    await services.stop();
  };
  const cron = hasCron ? setInterval(runCron, cronEveryMs) : undefined;

  try {
    await Promise.all([
      bringUpDatabase(),
      services.start('Sandbox', () =>
        launchSandbox({ dataDirectory, ports, portalUrl, secrets, say, engine, probeEveryMs }),
      ),
    ]);
    await startWorker();
  } catch (error) {
    // The end of the others waits for their launches, up to a minute.
    say(String(error));
    await stop();
    throw error;
  }
  return {
    portalUrl,
    entryUrl,
    sandboxUrl,
    databaseUrl,
    webhookSecret: secrets.PADDLE_WEBHOOK_SECRET,
    workspaceMasterKey: secrets.WORKSPACE_MASTER_KEY,
    stop,
    killWorker: () => services.kill('Worker'),
    startWorker,
    killDatabase: () => services.kill('Database'),
    startDatabase: bringUpDatabase,
    runCron,
  };
}
