import { defineConfig } from 'vitest/config';

/** Tests in Node: pure rules and the sandbox, and the whole product over HTTP. Durable Objects have a config of their own. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], testTimeout: 20_000 } },
      {
        test: {
          name: 'portal',
          include: ['tests/portal/**/*.test.ts'],
          globalSetup: ['tests/support/portal-stack.ts'],
          // Each test registers people of its own, and each registration costs a password's hash; many wait for a workspace,
          // which is why there are more of them at once than cores.
          testTimeout: 150_000,
          hookTimeout: 150_000,
          maxWorkers: 4,
        },
      },
      // A million commands on the instance's machine and what carries it out; two files, one for each core.
      { test: { name: 'simulation', include: ['tests/lifecycle/**/*.test.ts'], testTimeout: 120_000 } },
      // The real runtime, killed again and again.
      {
        test: {
          name: 'crash',
          include: ['tests/crash/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
