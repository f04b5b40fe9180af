import { beforeAll, describe, expect, test } from 'vitest';
import { buildHook, hookDigest } from '../build.ts';
import { installableVersions, n8nEntry } from '../install.ts';
import { n8nLauncher } from './n8n.ts';
import { activeWorkflowsApiRoom } from './n8n-rooms/active-workflows.ts';
import { databaseVersionsRoom } from './n8n-rooms/database-versions.ts';
import { enqueuedRoom } from './n8n-rooms/enqueued.ts';
import { fullDiskRoom } from './n8n-rooms/full-disk.ts';
import { keysRoom } from './n8n-rooms/keys.ts';
import { outsideRoom } from './n8n-rooms/outside.ts';
import { publishingRoom } from './n8n-rooms/publishing.ts';
import { pushRoom } from './n8n-rooms/push.ts';
import { schedulesRoom } from './n8n-rooms/schedules.ts';
import { stoppedRoom } from './n8n-rooms/stopped.ts';
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
    publishingRoom(startEngine);
    activeWorkflowsApiRoom(startEngine);
    keysRoom(startEngine);
    pushRoom(startEngine);
    schedulesRoom(startEngine);
    enqueuedRoom(startEngine);
    stoppedRoom(startEngine);
    outsideRoom(startEngine);
    fullDiskRoom(startEngine);
    databaseVersionsRoom(startEngine);
  });
  // Runs last, so it covers every start of this version.
  test('ran with the same hook from the first start to the last', () => expect(hookDigest()).toBe(hook));
});
