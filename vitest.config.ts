import { defineConfig } from 'vitest/config';
import { HANGS_AFTER_MS } from './tests/support/patience.ts';
import { asn1Alias, attestationsAlias } from './vite.alias.ts';

/**
 * More than there are cores: tests that wait for a workspace leave processor time to those that compute. The same number in
 * each project, so that all projects share one pool.
 */
const WORKERS = 4;

/** `expect.poll` polls until the test hangs. */
const WAITS = { poll: { timeout: HANGS_AFTER_MS } };

/** Vitest does not transform the build. */
const BUILT = /\/build\/server\//;

/**
 * One process for many files: it loads shared modules once, which is most of the cost of a short file. After each test,
 * mocks and globals such as the clock and the console are restored.
 */
const SHARED_PROCESS = { isolate: false, restoreMocks: true, unstubGlobals: true, maxWorkers: WORKERS };

const unit = {
  // Passkeys are tested on what the Worker runs.
  resolve: { alias: [asn1Alias, attestationsAlias] },
  test: {
    server: { deps: { inline: ['@simplewebauthn/server'], external: [BUILT] } },
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    // Only what hangs is ended: beside two other lanes on a busy machine, everything takes many times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: WAITS,
    ...SHARED_PROCESS,
  },
};

/** Unit tests that start servers and processes, read the build, or simulate for many seconds. */
const SLOW_UNITS = [
  'tests/unit/access/{admission,closed-routes,uploads}.test.ts',
  'tests/unit/{db,engine,keys,sandbox}/**',
  'tests/unit/backup/streaming.test.ts',
  'tests/unit/bench/bad-input.test.ts',
  'tests/unit/billing/event-order.test.ts',
  'tests/unit/docs/permissions.test.ts',
  'tests/unit/kubernetes/{cluster,failures}.test.ts',
  'tests/unit/paddle/**',
  'tests/unit/workspace/rehearsals.test.ts',
];

/** Tests in Node: pure rules and the sandbox, and the whole product over HTTP. Durable Objects have their own config. */
export default defineConfig({
  test: {
    projects: [
      { ...unit, test: { ...unit.test, name: 'unit' } },
      // The tests of `npm run test:fast`.
      { ...unit, test: { ...unit.test, name: 'fast', exclude: SLOW_UNITS } },
      {
        test: {
          name: 'portal',
          server: { deps: { external: [BUILT] } },
          include: ['tests/portal/**/*.test.ts'],
          globalSetup: ['tests/support/portal-stack.ts'],
          // Each test registers people of its own, and each registration costs a password's hash.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: WAITS,
          ...SHARED_PROCESS,
        },
      },
      // 100,000 seeded commands on the state machine and its effects; `npm run simulate` runs a million.
      { test: { name: 'simulation', include: ['tests/lifecycle/**/*.test.ts'], testTimeout: 900_000 } },
      // The contract of docs/cluster.md on the sandbox's small runtime; `npm run test:n8n` runs it on n8n.
      {
        test: {
          name: 'contract',
          include: ['engine/contract/small-runtime.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      // One n8n at a time: each needs most of what a small machine has.
      {
        test: {
          name: 'n8n',
          include: ['engine/contract/n8n.test.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 600_000,
        },
      },
      // The real runtime, killed repeatedly.
      {
        test: {
          name: 'crash',
          include: ['tests/crash/**/*.test.ts'],
          // Each file mostly waits, and has its own servers.
          maxWorkers: 2,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
