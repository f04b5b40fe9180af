import { z } from 'zod';
import type { Outbound } from '../outbound/client.ts';
import { kubernetesClient } from './client.ts';
import { GENERATION_ANNOTATION, MANAGED_BY, PURPOSE_LABEL, WORKSPACE_ID_ANNOTATION } from './manifests.ts';

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

/** A workspace as found in a cluster. */
export interface InventoryEntry {
  name: string;
  workspaceId: string;
  replicas: number;
  generation: number | null;
  /** A copy by which an update is rehearsed. */
  isRehearsal: boolean;
  /** UTC ms; null if the cluster does not report it. */
  createdAt: number | null;
}

/** All workspaces of a cluster, also those that no object knows. */
export function kubernetesInventory(settings: {
  apiUrl: string;
  token: string;
  namespace: string;
  outbound: Outbound;
  pageSize?: number;
}): { list(): Promise<InventoryEntry[]> } {
  const client = kubernetesClient(settings);
  return {
    async list() {
      const entries: InventoryEntry[] = [];
      let continueAt: string | undefined;
      do {
        const page = pageSchema.parse(
          await client.list(
            'StatefulSet',
            `app.kubernetes.io/managed-by=${MANAGED_BY}`,
            settings.pageSize ?? PAGE_SIZE,
            continueAt,
          ),
        );
        for (const { metadata, spec } of page.items) {
          const generation = Number(metadata.annotations[GENERATION_ANNOTATION] ?? Number.NaN);
          entries.push({
            name: metadata.name,
            workspaceId: metadata.annotations[WORKSPACE_ID_ANNOTATION] ?? '',
            replicas: spec.replicas,
            generation: Number.isInteger(generation) ? generation : null,
            isRehearsal: metadata.labels[PURPOSE_LABEL] === 'rehearsal',
            createdAt:
              metadata.creationTimestamp === undefined ? null : Date.parse(metadata.creationTimestamp),
          });
        }
        continueAt = page.metadata.continue || undefined;
      } while (continueAt !== undefined);
      return entries;
    },
  };
}
