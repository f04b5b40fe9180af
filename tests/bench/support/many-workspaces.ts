import type { Client } from '@libsql/client';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { sandboxCluster } from '#scripts/local/sandbox-cluster.ts';
import { workspaceFacts } from '../../support/workspace-facts.ts';
import { clusterToken, mailKey, paddleVariables } from '../../unit/sandbox/harness.ts';

const BATCH = 250;

/** The variables of a Worker that has only the workspaces' objects. @param outsideUrl replaces all other services. */
export function workspaceVariables(databaseUrl: string, outsideUrl: string): Record<string, string> {
  return {
    ENVIRONMENT: 'sandbox',
    PORTAL_URL: 'http://localhost:8787',
    DATABASE_URL: databaseUrl,
    MAIL_URL: outsideUrl,
    MAIL_KEY: mailKey,
    MAIL_FROM: 'Weft Cloud <hello@weft.localhost>',
    SUPPORT_EMAIL: 'support@weft.example',
    ...paddleVariables(outsideUrl),
    CLUSTERS: JSON.stringify([sandboxCluster(outsideUrl)]),
    CLUSTER_TOKENS: JSON.stringify({ local: clusterToken }),
    CATALOGUE_URL: `${outsideUrl}/graphql`,
    VERSION_FEED_URL: `${outsideUrl}/api/versions`,
    OFFERED_VERSIONS: 'feed',
    BREACHED_PASSWORDS_URL: outsideUrl,
    WORKSPACE_MASTER_KEY: 'workspace-master-key-of-the-bench',
    SECOND_FACTOR_KEY: 'second-factor-key-of-the-bench-0000',
    HUMAN_CHECK_KEY: 'human-check-key-of-the-bench-0000',
    SANDBOX_CLOCK_TOKEN: 'clock-token-of-the-bench-00000000',
    SANDBOX_URL: outsideUrl,
  };
}

/** The facts of one of many paying workspaces. */
export function factsOf(index: number): InstanceFacts {
  return workspaceFacts(`many-${index}`, {
    limits: {
      monthlyExecutions: 2_500,
      activeWorkflows: 5,
      concurrentExecutions: 5,
      memoryMib: 320,
      cpuMillicores: 10,
      logRetentionDays: 7,
    },
  });
}

/** Writes the accounts and workspaces of the facts. */
export async function insertWorkspaces(database: Client, all: readonly InstanceFacts[]): Promise<void> {
  const now = Date.now();
  for (let at = 0; at < all.length; at += BATCH) {
    const statements = all.slice(at, at + BATCH).flatMap(({ accountId, workspaceId, name, clusterId }) => [
      {
        sql: `INSERT INTO accounts (id, name, plan_id, timezone, created_at) VALUES (?, ?, 'starter', 'Etc/UTC', ?)`,
        args: [accountId, name, now],
      },
      {
        sql: 'INSERT INTO workspaces (id, account_id, name, created_at, cluster_id) VALUES (?, ?, ?, ?, ?)',
        args: [workspaceId, accountId, name, now, clusterId],
      },
    ]);
    await database.batch(statements, 'write');
  }
}
