import { z } from 'zod';
import type { RunningWorkspace } from '#app/domain/instance/reconciliation.ts';
import { type ClientSettings, kubernetesClient } from './client.ts';
import { MANAGED_BY, PURPOSE_LABEL, WORKSPACE_ID_ANNOTATION } from './manifests.ts';

const PAGE_SIZE = 500;

const pageSchema = z.object({
  metadata: z.object({ continue: z.string().optional() }).default({}),
  items: z.array(
    z.object({
      metadata: z.object({
        name: z.string(),
        labels: z.record(z.string(), z.string()).default({}),
        annotations: z.record(z.string(), z.string()).default({}),
        creationTimestamp: z.iso.datetime().optional(),
      }),
      spec: z.object({ replicas: z.number().default(1) }),
    }),
  ),
});

/** All workspaces of a cluster, also those that no object knows. */
export function kubernetesInventory(settings: ClientSettings & { id: string; pageSize?: number }) {
  const client = kubernetesClient(settings);
  const { id: clusterId, pageSize = PAGE_SIZE } = settings;
  return {
    clusterId,
    async list() {
      const running: RunningWorkspace[] = [];
      let continueAt: string | undefined;
      do {
        const selector = `app.kubernetes.io/managed-by=${MANAGED_BY}`;
        const page = pageSchema.parse(await client.list('StatefulSet', selector, pageSize, continueAt));
        for (const { metadata, spec } of page.items) {
          const { name, labels, annotations, creationTimestamp } = metadata;
          running.push({
            clusterId,
            name,
            workspaceId: annotations[WORKSPACE_ID_ANNOTATION] ?? '',
            replicas: spec.replicas,
            isRehearsal: labels[PURPOSE_LABEL] === 'rehearsal',
            createdAt: creationTimestamp === undefined ? null : Date.parse(creationTimestamp),
          });
        }
        continueAt = page.metadata.continue || undefined;
      } while (continueAt !== undefined);
      return running;
    },
  };
}
