import { z } from 'zod';
import { type Cluster, ClusterUnavailable } from '#app/domain/instance/cluster-port.ts';
import type { Outbound } from '../outbound/client.ts';
import { type KubernetesObject, kubernetesClient } from './client.ts';
import { GENERATION_ANNOTATION, manifestsOf, nameOf } from './manifests.ts';

export interface ClusterSettings {
  apiUrl: string;
  token: string;
  namespace: string;
  engineImage: string;
  portal: { host: string; isSecure: boolean; url: string };
  outbound: Outbound;
}

const statefulSetSchema = z.object({
  metadata: z.object({
    generation: z.number().default(0),
    annotations: z.record(z.string(), z.string()).default({}),
    deletionTimestamp: z.string().optional(),
  }),
  spec: z.object({ replicas: z.number().default(1) }),
  status: z
    .object({
      observedGeneration: z.number().default(0),
      readyReplicas: z.number().default(0),
      currentRevision: z.string().optional(),
      updateRevision: z.string().optional(),
    })
    .default({ observedGeneration: 0, readyReplicas: 0 }),
});

const identitySchema = z.object({
  metadata: z.object({ uid: z.string().min(1), deletionTimestamp: z.string().optional() }),
});

/** In this order: the process ends before what it needs, and its data goes last. */
const removalOrder = [
  { kind: 'StatefulSet', propagationPolicy: 'Foreground' },
  { kind: 'Service', propagationPolicy: 'Background' },
  { kind: 'Secret', propagationPolicy: 'Background' },
  { kind: 'PersistentVolumeClaim', propagationPolicy: 'Background' },
] as const satisfies ReadonlyArray<{ kind: KubernetesObject['kind']; propagationPolicy: string }>;

/** A Kubernetes cluster as the home of instances. */
export function kubernetesCluster(settings: ClusterSettings): Cluster {
  const client = kubernetesClient(settings);

  /** @returns whether it is gone; if not, its deletion has been asked for. */
  async function removeOne(part: (typeof removalOrder)[number], name: string): Promise<boolean> {
    const found = await client.get(part.kind, name);
    if (found === null) return true;
    const { uid, deletionTimestamp } = checked(identitySchema, found).metadata;
    if (deletionTimestamp !== undefined) return false;
    const { kind, propagationPolicy } = part;
    await client.remove(kind, name, { uid, propagationPolicy });
    return (await client.get(kind, name)) === null;
  }

  return {
    async apply(wanted, keys) {
      // In this order: the process that the last one starts needs the others.
      for (const manifest of manifestsOf(wanted, keys, settings)) await client.apply(manifest);
    },

    async readiness(wanted) {
      const found = await client.get('StatefulSet', nameOf(wanted));
      if (found === null) return 'missing';
      const { metadata, spec, status } = checked(statefulSetSchema, found);
      const isAnotherGeneration = metadata.annotations[GENERATION_ANNOTATION] !== String(wanted.generation);
      // Its last generation is another, or it is being deleted: apply the wanted one again.
      if (isAnotherGeneration || metadata.deletionTimestamp !== undefined) return 'missing';
      // Ready counts only for what was last applied: an older process may still answer while it is replaced.
      const isCurrent =
        spec.replicas === wanted.replicas &&
        status.observedGeneration >= metadata.generation &&
        (status.updateRevision === undefined || status.updateRevision === status.currentRevision);
      return isCurrent && spec.replicas > 0 && status.readyReplicas > 0 ? 'ready' : 'not-ready';
    },

    async remove(wanted) {
      const name = nameOf(wanted);
      for (const part of removalOrder) {
        // One after the other: no data is taken from under a process that still ends.
        if (!(await removeOne(part, name))) return false;
      }
      return true;
    },
  };
}

/** An answer of another shape than the API's tells nothing: something between us and the cluster wrote it. */
function checked<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new ClusterUnavailable({ cause: parsed.error });
  return parsed.data;
}
