import { instanceEnvironment } from '#app/integrations/kubernetes/environment.ts';

const RETENTION_HOURS = 168;

/**
 * @returns n8n's environment in production, so that what is tested is what is deployed; the hook's own variables are the test's.
 * @param memoryMib the pod's limit, from which n8n's heaps follow.
 */
export function podEnvironment(
  portalUrl: string,
  { memoryMib, concurrentExecutions }: { memoryMib: number; concurrentExecutions: number },
): Record<string, string> {
  const variables = instanceEnvironment(
    {
      workspaceId: 'wks_contract',
      name: 'ada',
      clusterId: 'local',
      version: '',
      timezone: 'Etc/UTC',
      saveExecutions: { manual: true, failed: true, successful: true },
      limits: { concurrentExecutions, memoryMib, cpuMillicores: 0, logRetentionDays: 7 },
      replicas: 1,
      purpose: 'serve',
      isClosed: false,
      restarts: 0,
      generation: 0,
      storage: { claim: 0, snapshot: null },
    },
    { host: 'localhost', isSecure: false, url: portalUrl },
    RETENTION_HOURS,
  );
  const ofN8n = variables.filter(({ name }) => !name.startsWith('WEFT_'));
  return Object.fromEntries(ofN8n.map(({ name, value }) => [name, value]));
}
