import type { WantedInstance } from '#app/integrations/kubernetes/manifests.ts';

export const portal = { host: 'localhost:8787', isSecure: false, url: 'http://localhost:8787' };

export function wanted(changes: Partial<WantedInstance['facts']> = {}, replicas: 0 | 1 = 1): WantedInstance {
  return {
    facts: {
      workspaceId: 'wks_1',
      accountId: 'acc_ada',
      name: 'ada',
      ownerEmail: 'ada@example.com',
      timezone: 'Europe/Berlin',
      version: '1.115.3',
      limits: { concurrentExecutions: 5, memoryMib: 320, cpuMillicores: 10, logRetentionDays: 7 },
      trialEndsAt: null,
      ...changes,
    },
    replicas,
    signInKey: 'a'.repeat(64),
    encryptionKey: 'b'.repeat(64),
  };
}
