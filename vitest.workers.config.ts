import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { sandboxCluster } from './scripts/local/sandbox-cluster.ts';
import { clockToken, clusterToken, mailKey, paddleVariables } from './tests/unit/sandbox/harness.ts';

/** The Durable Objects in the real workerd, beside a running sandbox. */
export default defineConfig({
  plugins: [
    cloudflareTest(({ inject }) => {
      const sandboxUrl = inject<string>('sandboxUrl');
      return {
        main: './tests/workers/main.ts',
        miniflare: {
          compatibilityDate: '2026-10-01',
          compatibilityFlags: ['nodejs_compat'],
          r2Buckets: ['BACKUPS', 'AUDIT_LOG'],
          durableObjects: {
            WORKSPACE: { className: 'WorkspaceObject', useSQLite: true },
            PASSWORD_HASHER: { className: 'PasswordHasher', useSQLite: true },
          },
          bindings: {
            ENVIRONMENT: 'sandbox',
            PORTAL_URL: 'http://localhost:8787',
            DATABASE_URL: inject<string>('databaseUrl'),
            MAIL_URL: sandboxUrl,
            MAIL_KEY: mailKey,
            MAIL_FROM: 'Weft Cloud <hello@weft.localhost>',
            SUPPORT_EMAIL: 'support@weft.example',
            ...paddleVariables(sandboxUrl),
            CLUSTERS: JSON.stringify([sandboxCluster(sandboxUrl)]),
            CLUSTER_TOKENS: JSON.stringify({ local: clusterToken }),
            CATALOGUE_URL: `${sandboxUrl}/graphql`,
            VERSION_FEED_URL: `${sandboxUrl}/api/versions`,
            OFFERED_VERSIONS: 'feed',
            BREACHED_PASSWORDS_URL: sandboxUrl,
            WORKSPACE_MASTER_KEY: 'workspace-master-key-of-the-tests',
            SECOND_FACTOR_KEY: 'second-factor-key-of-the-tests-0000',
            HUMAN_CHECK_KEY: 'human-check-key-of-the-tests-0000',
            SANDBOX_CLOCK_TOKEN: clockToken.padEnd(32, '-'),
            SANDBOX_URL: sandboxUrl,
            // A provider on a busy machine answers within the product's timeouts times this.
            OUTBOUND_TIMEOUT_FACTOR: '20',
          },
        },
      };
    }),
  ],
  test: {
    include: ['tests/workers/**/*.test.ts'],
    globalSetup: ['./tests/workers/support/global-setup.ts'],
    setupFiles: ['./tests/workers/support/end-workspaces.ts'],
    // Only ends what hangs: no test depends on the machine's speed.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 300_000,
    // One workerd for many files: its start and the loading of the product cost more than most files.
    isolate: false,
    // A file waits for alarms more than it computes.
    maxWorkers: 3,
  },
});
