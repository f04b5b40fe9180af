import { describe } from 'vitest';
import type { StartEngine } from './process.ts';
import { activeWorkflowsSuite } from './suites/active-workflows.ts';
import { checkSuite } from './suites/check.ts';
import { cloudCallsSuite } from './suites/cloud-calls.ts';
import { credentialsSuite } from './suites/credentials.ts';
import { executionsSuite } from './suites/executions.ts';
import { exportImportSuite } from './suites/export-import.ts';
import { gateSuite } from './suites/gate.ts';
import { killsSuite } from './suites/kills.ts';
import { limitsSuite } from './suites/limits.ts';
import { managedSuite } from './suites/managed.ts';
import { peopleSuite } from './suites/people.ts';
import { purposesSuite } from './suites/purposes.ts';
import { signInSuite } from './suites/sign-in.ts';
import { startUpSuite } from './suites/start-up.ts';
import { usageSuite } from './suites/usage.ts';
import { webhooksSuite } from './suites/webhooks.ts';

/**
 * The contract between the portal and a workspace's process (docs/cluster.md), as tests for any such process.
 * @param kills how often the tests kill the process during its work.
 */
export function describeContract(name: string, startEngine: StartEngine, { kills }: { kills: number }): void {
  describe(name, () => {
    startUpSuite(startEngine);
    signInSuite(startEngine);
    peopleSuite(startEngine);
    usageSuite(startEngine);
    executionsSuite(startEngine);
    limitsSuite(startEngine);
    activeWorkflowsSuite(startEngine);
    exportImportSuite(startEngine);
    credentialsSuite(startEngine);
    cloudCallsSuite(startEngine);
    managedSuite(startEngine);
    purposesSuite(startEngine);
    checkSuite(startEngine);
    webhooksSuite(startEngine);
    gateSuite(startEngine);
    killsSuite(startEngine, kills);
  });
}
