import { beforeAll, describe, expect, test } from 'vitest';
import { buildHook, hookDigest } from '../build.ts';
import { installableVersions, n8nEntry } from '../install.ts';
import { n8nLauncher } from './n8n.ts';
import { activeWorkflowsApiSuite } from './n8n-suites/active-workflows.ts';
import { databaseVersionsSuite } from './n8n-suites/database-versions.ts';
import { enqueuedSuite } from './n8n-suites/enqueued.ts';
import { fullDiskSuite } from './n8n-suites/full-disk.ts';
import { keysSuite } from './n8n-suites/keys.ts';
import { outsideSuite } from './n8n-suites/outside.ts';
import { publishingSuite } from './n8n-suites/publishing.ts';
import { pushSuite } from './n8n-suites/push.ts';
import { schedulesSuite } from './n8n-suites/schedules.ts';
import { stoppedSuite } from './n8n-suites/stopped.ts';
import { workflowIdsSuite } from './n8n-suites/workflow-ids.ts';
import { describeContract } from './suite.ts';
import { MIN_KILLS } from './whole-run.ts';

/** For example `N8N_VERSIONS=2.41.1 npm run test:n8n`; defaults to every installable version. */
const versions = process.env.N8N_VERSIONS?.split(',') ?? installableVersions();
const KILLS = Number(process.env.WEFT_KILLS ?? MIN_KILLS);

let hook: string;
beforeAll(async () => {
  await buildHook();
  hook = hookDigest();
});

test('there is a version to test', () => expect(versions).not.toEqual([]));

describe.each(versions)('n8n %s', (version: string) => {
  test('is installed', () => {
    // The error says how to install the version: `npm start -- --engine n8n` does it too.
    expect(n8nEntry(version)).toContain(version);
  });
  const startEngine = n8nLauncher(version);
  describeContract('the contract', startEngine, { kills: KILLS });
  describe('features of n8n only', () => {
    publishingSuite(startEngine);
    activeWorkflowsApiSuite(startEngine);
    workflowIdsSuite(startEngine);
    keysSuite(startEngine);
    pushSuite(startEngine);
    schedulesSuite(startEngine);
    enqueuedSuite(startEngine);
    stoppedSuite(startEngine);
    outsideSuite(startEngine);
    fullDiskSuite(startEngine);
    databaseVersionsSuite(startEngine);
  });
  // Runs last, so it covers every start of this version.
  test('ran with the same hook from the first start to the last', () => expect(hookDigest()).toBe(hook));
});
