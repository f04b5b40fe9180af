import { describe } from 'vitest';
import type { StartEngine } from './process.ts';
import { activeWorkflowsRoom } from './rooms/active-workflows.ts';
import { checkRoom } from './rooms/check.ts';
import { cloudCallsRoom } from './rooms/cloud-calls.ts';
import { credentialsRoom } from './rooms/credentials.ts';
import { executionsRoom } from './rooms/executions.ts';
import { exportImportRoom } from './rooms/export-import.ts';
import { gateRoom } from './rooms/gate.ts';
import { killsRoom } from './rooms/kills.ts';
import { limitsRoom } from './rooms/limits.ts';
import { managedRoom } from './rooms/managed.ts';
import { peopleRoom } from './rooms/people.ts';
import { purposesRoom } from './rooms/purposes.ts';
import { signInRoom } from './rooms/sign-in.ts';
import { startUpRoom } from './rooms/start-up.ts';
import { usageRoom } from './rooms/usage.ts';
import { webhooksRoom } from './rooms/webhooks.ts';

/**
 * The contract between the portal and a workspace's process (docs/cluster.md), as tests for any such process.
 * @param kills how often the tests kill the process during its work.
 */
export function describeContract(name: string, startEngine: StartEngine, { kills }: { kills: number }): void {
  describe(name, () => {
    startUpRoom(startEngine);
    signInRoom(startEngine);
    peopleRoom(startEngine);
    usageRoom(startEngine);
    executionsRoom(startEngine);
    limitsRoom(startEngine);
    activeWorkflowsRoom(startEngine);
    exportImportRoom(startEngine);
    credentialsRoom(startEngine);
    cloudCallsRoom(startEngine);
    managedRoom(startEngine);
    purposesRoom(startEngine);
    checkRoom(startEngine);
    webhooksRoom(startEngine);
    gateRoom(startEngine);
    killsRoom(startEngine, kills);
  });
}
