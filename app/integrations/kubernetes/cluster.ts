import { z } from 'zod';
import type { Cluster } from '#app/domain/instance/cluster-port.ts';
import type { Outbound } from '../outbound/client.ts';
import { kubernetesClient } from './client.ts';
import { manifestsOf, resourceName } from './manifests.ts';

const statefulSetSchema = z.object({
  metadata: z.object({ generation: z.number().default(0) }),
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

/** A Kubernetes cluster as the home of instances. */
export function kubernetesCluster(settings: {
  apiUrl: string;
  token: string;
  namespace: string;
  portal: { host: string; isSecure: boolean; url: string };
  outbound: Outbound;
}): Cluster {
  const client = kubernetesClient(settings);
  return {
    async apply(instance) {
      // In this order: the process that the last one starts needs the others.
      for (const manifest of manifestsOf(instance, settings)) await client.apply(manifest);
    },

    async readiness(name) {
      const found = await client.get('StatefulSet', settings.namespace, resourceName(name));
      if (found === null) return 'missing';
      const { metadata, spec, status } = statefulSetSchema.parse(found);
      // Ready counts only for what was last applied: an older process may still answer while it is replaced.
      const isCurrent =
        status.observedGeneration >= metadata.generation &&
        (status.updateRevision === undefined || status.updateRevision === status.currentRevision);
      return isCurrent && spec.replicas > 0 && status.readyReplicas > 0 ? 'ready' : 'not-ready';
    },
  };
}
