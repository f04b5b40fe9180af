import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { clockToken, clusterToken, mailKey } from './tests/unit/sandbox/harness.ts';

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
          durableObjects: { WORKSPACE: { className: 'WorkspaceObject', useSQLite: true } },
          bindings: {
            ENVIRONMENT: 'sandbox',
            PORTAL_URL: 'http://localhost:8787',
            DATABASE_URL: 'http://127.0.0.1:9',
            MAIL_URL: sandboxUrl,
            MAIL_KEY: mailKey,
            MAIL_FROM: 'Weft Cloud <hello@weft.localhost>',
            CLUSTER_API_URL: sandboxUrl,
            CLUSTER_TOKEN: clusterToken,
            CLUSTER_NAMESPACE: 'weft-workspaces',
            CLUSTER_INGRESS_URL: `${sandboxUrl}/ingress/{service}`,
            CATALOGUE_URL: `${sandboxUrl}/graphql`,
            VERSION_FEED_URL: `${sandboxUrl}/api/versions`,
            WORKSPACE_MASTER_KEY: 'workspace-master-key-of-the-tests',
            HUMAN_CHECK_KEY: 'human-check-key-of-the-tests-0000',
            SANDBOX_CLOCK_TOKEN: clockToken.padEnd(32, '-'),
            SANDBOX_URL: sandboxUrl,
          },
        },
      };
    }),
  ],
  test: {
    include: ['tests/workers/**/*.test.ts'],
    globalSetup: ['./tests/workers/support/global-setup.ts'],
    testTimeout: 20_000,
  },
});
