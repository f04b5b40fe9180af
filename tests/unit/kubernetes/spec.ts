import type { WantedInstance } from '#app/domain/instance/wanted.ts';

export const portal = { host: 'localhost:8787', isSecure: false, url: 'http://localhost:8787' };
export const engineImage = 'registry.weft.example/n8n';
export const keys = { signInKey: 'a'.repeat(64), encryptionKey: 'b'.repeat(64), signInVersion: 1 };

export function wantedInstance(changes: Partial<WantedInstance> = {}): WantedInstance {
  return {
    workspaceId: 'wks_1',
    name: 'ada',
    clusterId: 'local',
    version: '1.115.3',
    timezone: 'Europe/Berlin',
    saveExecutions: { manual: true, failed: true, successful: true },
    limits: { concurrentExecutions: 5, memoryMib: 896, cpuMillicores: 150, logRetentionDays: 7 },
    replicas: 1,
    purpose: 'serve',
    isClosed: false,
    restarts: 0,
    storage: { claim: 0, snapshot: null },
    generation: 1,
    ...changes,
  };
}
