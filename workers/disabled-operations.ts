import type { WorkspaceBackups } from '#app/use-cases/backups/ports.ts';
import type { Instances } from '#app/use-cases/workspace/ports.ts';

const refused = { ok: false, code: 'operations_disabled' } as const;

/**
 * Refuses what would change, restart or copy a workspace while that is switched off (`OPERATIONS_DISABLED`); what reads
 * one stays, and so does what the schedules of each go on with.
 */
export function withoutOperations<Ports extends { instances: Instances; backups: WorkspaceBackups }>(
  ports: Ports,
): Ports {
  const { instances, backups } = ports;
  return {
    ...ports,
    instances: { ...instances, configure: async () => refused, restart: async () => refused },
    backups: {
      ...backups,
      start: async () => refused,
      startWithCredentials: async () => refused,
      restore: async () => refused,
    },
  };
}
