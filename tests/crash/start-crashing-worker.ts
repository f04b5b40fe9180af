import { join } from 'node:path';
import { sandboxCluster } from '#scripts/local/sandbox-cluster.ts';
import { clockToken, clusterToken, mailKey, paddleVariables, type World } from '../unit/sandbox/harness.ts';
import { CrashingWorker } from './crashing-worker.ts';

/**
 * Starts the objects against a sandbox and a database.
 * @param script the bundled Worker.
 * @param clusterUrl where the objects call the sandbox's cluster; the sandbox itself by default.
 */
export function startCrashingWorker({
  directory,
  port,
  script,
  databaseUrl,
  world,
  clusterUrl = world.url,
}: {
  directory: string;
  port: number;
  script: string;
  databaseUrl: string;
  world: World;
  clusterUrl?: string;
}): Promise<CrashingWorker> {
  return CrashingWorker.start({
    port,
    stateDirectory: join(directory, 'state'),
    script,
    variables: {
      ENVIRONMENT: 'sandbox',
      PORTAL_URL: 'http://localhost:8787',
      DATABASE_URL: databaseUrl,
      MAIL_URL: world.url,
      MAIL_KEY: mailKey,
      MAIL_FROM: 'Weft Cloud <hello@weft.localhost>',
      SUPPORT_EMAIL: 'support@weft.example',
      ...paddleVariables(world.url),
      CLUSTERS: JSON.stringify([sandboxCluster(clusterUrl)]),
      CLUSTER_TOKENS: JSON.stringify({ local: clusterToken }),
      CATALOGUE_URL: `${world.url}/graphql`,
      VERSION_FEED_URL: `${world.url}/api/versions`,
      OFFERED_VERSIONS: 'feed',
      BREACHED_PASSWORDS_URL: world.url,
      WORKSPACE_MASTER_KEY: 'workspace-master-key-of-the-tests',
      SECOND_FACTOR_KEY: 'second-factor-key-of-the-tests-0000',
      HUMAN_CHECK_KEY: 'human-check-key-of-the-tests-0000',
      SANDBOX_CLOCK_TOKEN: clockToken.padEnd(32, '-'),
      SANDBOX_URL: world.url,
    },
  });
}
