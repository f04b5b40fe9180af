import { z } from 'zod';
import type { PaddleTimings } from './paddle/paddle.ts';

const secret = z.string().min(1);

const environment = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).default(8790),
  SANDBOX_DATA: z.string().min(1).default('.data/sandbox'),
  SANDBOX_ENGINE: z.enum(['small', 'shared', 'n8n']).default('small'),
  /** How often a ready workspace is probed again, ms. */
  SANDBOX_PROBE_INTERVAL_MS: z.coerce.number().int().min(100).optional(),
  PORTAL_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8787'),
  SANDBOX_CLUSTER_TOKEN: secret,
  SANDBOX_MAIL_KEY: secret,
  SANDBOX_CLOCK_TOKEN: secret,
  SANDBOX_PADDLE_API_KEY: secret,
  SANDBOX_PADDLE_CLIENT_TOKEN: secret,
  SANDBOX_PADDLE_WEBHOOK_SECRET: secret,
  SANDBOX_PADDLE_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** The speed of the simulated cluster: faster than a real one, so that people and tests wait less. */
export type ClusterTimings = {
  /** How long a started workspace answers that it is not ready, as n8n does while it migrates its database. */
  migrationMs: number;
  reconcileIntervalMs: number;
  probeUnreadyIntervalMs: number;
  probeReadyIntervalMs: number;
  /** First wait before a dead process restarts; it doubles with each death. */
  restartBackoffMs: number;
  restartBackoffMaxMs: number;
  /** The `slow` fault: the minimum age of a process before it can be ready. */
  slowReadyMs: number;
  /** The `slow` fault: the delay of each API answer. */
  slowAnswerMs: number;
};

export type SandboxConfig = {
  port: number;
  /** The engine in the workspaces: the small runtime, in processes of its own or in the sandbox's, or n8n itself. */
  engine: 'small' | 'shared' | 'n8n';
  dataDir: string;
  portalUrl: string;
  clusterToken: string;
  mailKey: string;
  clockToken: string;
  paddleApiKey: string;
  paddleClientToken: string;
  paddleWebhookSecret: string;
  paddleWebhookUrl: string;
  paddle: PaddleTimings;
  cluster: ClusterTimings;
};

export const defaultClusterTimings: ClusterTimings = {
  migrationMs: 1_500,
  reconcileIntervalMs: 5_000,
  probeUnreadyIntervalMs: 150,
  // The interval that the pod specifies: probing hundreds of idle workspaces every second takes a core.
  probeReadyIntervalMs: 5_000,
  restartBackoffMs: 500,
  restartBackoffMaxMs: 15_000,
  slowReadyMs: 20_000,
  slowAnswerMs: 2_000,
};

const defaultPaddleTimings: PaddleTimings = {
  firstRetryMs: 1_000,
  maxRetryMs: 15_000,
  answerTimeoutMs: 5_000,
  slowAnswerMs: 4_000,
};

/** Parses the environment. Throws an Error whose message has one line for each bad variable. */
export function parseSandboxConfig(env: Record<string, string | undefined>): SandboxConfig {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The sandbox cannot start with this environment:\n${lines.join('\n')}`);
  }
  const portalUrl = parsed.data.PORTAL_URL.replace(/\/$/, '');
  return {
    port: parsed.data.SANDBOX_PORT,
    engine: parsed.data.SANDBOX_ENGINE,
    dataDir: parsed.data.SANDBOX_DATA,
    portalUrl,
    clusterToken: parsed.data.SANDBOX_CLUSTER_TOKEN,
    mailKey: parsed.data.SANDBOX_MAIL_KEY,
    clockToken: parsed.data.SANDBOX_CLOCK_TOKEN,
    paddleApiKey: parsed.data.SANDBOX_PADDLE_API_KEY,
    paddleClientToken: parsed.data.SANDBOX_PADDLE_CLIENT_TOKEN,
    paddleWebhookSecret: parsed.data.SANDBOX_PADDLE_WEBHOOK_SECRET,
    paddleWebhookUrl: parsed.data.SANDBOX_PADDLE_WEBHOOK_URL ?? `${portalUrl}/webhooks/paddle`,
    paddle: defaultPaddleTimings,
    cluster: {
      ...defaultClusterTimings,
      probeReadyIntervalMs:
        parsed.data.SANDBOX_PROBE_INTERVAL_MS ?? defaultClusterTimings.probeReadyIntervalMs,
    },
  };
}
