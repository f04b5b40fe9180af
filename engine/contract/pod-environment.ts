import { instanceEnvironment } from '#app/integrations/kubernetes/environment.ts';

const RETENTION_HOURS = 168;

const purposes = ['serve', 'backup', 'rehearsal'] as const;

/**
 * @returns n8n's production environment, so the tests run what is deployed; the hook's own variables come from the test.
 * @param memoryMib the pod's memory limit, which sizes n8n's heaps.
 * @param purpose a `WEFT_PURPOSE`; an unknown one gets the default's environment.
 */
export function podEnvironment(
  portalUrl: string,
  {
    memoryMib,
    concurrentExecutions,
    purpose,
  }: { memoryMib: number; concurrentExecutions: number; purpose?: string | undefined },
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
      purpose: purposes.find((one) => one === purpose) ?? 'serve',
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
