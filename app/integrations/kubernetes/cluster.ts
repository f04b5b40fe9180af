import { z } from 'zod';
import { type Cluster, ClusterUnavailable } from '#app/domain/instance/cluster-port.ts';
import type { WantedInstance } from '#app/domain/instance/wanted.ts';
import { type ClientSettings, type KubernetesObject, kubernetesClient } from './client.ts';
import {
  closedServiceName,
  GENERATION_ANNOTATION,
  manifestsOf,
  nameOf,
  type Place,
  selectorOf,
  snapshotOf,
  storageName,
  storageSerial,
} from './manifests.ts';

export type ClusterSettings = ClientSettings & Place;

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
      replicas: z.number().default(0),
      readyReplicas: z.number().default(0),
      currentReplicas: z.number().default(0),
      updatedReplicas: z.number().default(0),
      currentRevision: z.string().optional(),
      updateRevision: z.string().optional(),
    })
    .prefault({}),
});

const snapshotSchema = z.object({
  status: z.object({ readyToUse: z.boolean().default(false) }).default({ readyToUse: false }),
});

const namesSchema = z.object({ items: z.array(z.object({ metadata: z.object({ name: z.string() }) })) });

const identitySchema = z.object({
  metadata: z.object({ uid: z.string().min(1), deletionTimestamp: z.string().optional() }),
});

/** In this order: the process ends before its dependencies. Its data is removed last. */
const removalOrder = ['StatefulSet', 'Service', 'Secret'] as const;

/** An instance has several of these while it can go back to an earlier version. */
const storageKinds = ['PersistentVolumeClaim', 'VolumeSnapshot'] as const;
/** More than a workspace can have by its updates of one day. */
const MAX_LISTED = 500;

/** A Kubernetes cluster as the home of instances. */
export function kubernetesCluster(settings: ClusterSettings): Cluster {
  const client = kubernetesClient(settings);

  /** @returns whether it is gone; if not, its deletion has been requested. */
  async function removeOne(kind: KubernetesObject['kind'], name: string): Promise<boolean> {
    const found = await client.get(kind, name);
    if (found === null) return true;
    const { uid, deletionTimestamp } = parseAnswer(identitySchema, found).metadata;
    if (deletionTimestamp !== undefined) return false;
    await client.remove(kind, name, uid);
    return (await client.get(kind, name)) === null;
  }

  /** @returns whether no claim and no snapshot that `isRemoved` names is left. */
  async function removeStorage(
    wanted: WantedInstance,
    isRemoved: (kind: (typeof storageKinds)[number], name: string) => boolean,
  ): Promise<boolean> {
    let isGone = true;
    for (const kind of storageKinds) {
      const { items } = parseAnswer(namesSchema, await client.list(kind, selectorOf(wanted), MAX_LISTED));
      for (const { metadata } of items) {
        if (!isRemoved(kind, metadata.name)) continue;
        isGone = (await removeOne(kind, metadata.name)) && isGone;
      }
    }
    return isGone;
  }

  async function readiness(wanted: WantedInstance) {
    const found = await client.get('StatefulSet', nameOf(wanted));
    if (found === null) return 'missing';
    const { metadata, spec, status } = parseAnswer(statefulSetSchema, found);
    const isAnotherGeneration = metadata.annotations[GENERATION_ANNOTATION] !== String(wanted.generation);
    // Its last generation is another, or it is being deleted: apply the wanted one again.
    if (isAnotherGeneration || metadata.deletionTimestamp !== undefined) return 'missing';
    const isObserved = spec.replicas === wanted.replicas && status.observedGeneration >= metadata.generation;
    if (wanted.replicas === 0) return isObserved && status.replicas === 0 ? 'ready' : 'not-ready';
    // Ready only counts for the last applied generation: an older process may still respond while it is replaced.
    const isCurrent = status.updateRevision === undefined || status.updateRevision === status.currentRevision;
    return isObserved && isCurrent && status.readyReplicas > 0 ? 'ready' : 'not-ready';
  }

  return {
    async apply(wanted, keys) {
      // In this order: the process that the last one starts needs the others.
      for (const manifest of manifestsOf(wanted, keys, settings)) {
        const { kind, metadata } = manifest;
        // The data source of a claim is immutable; the claim outlives its snapshot.
        const isFixed = kind === 'PersistentVolumeClaim' && wanted.storage.claim > 0;
        if (isFixed && (await client.get(kind, metadata.name)) !== null) continue;
        const applied = await client.apply(manifest);
        if (kind !== 'StatefulSet' || !isBlocked(applied)) continue;
        // Generation 0 never exists, so the next probe finds the wanted one missing and applies it.
        const stopped = manifestsOf({ ...wanted, replicas: 0, generation: 0 }, keys, settings).at(-1);
        if (stopped) await client.apply(stopped);
      }
    },

    readiness,

    async saveData(wanted, snapshot) {
      const stopped = await readiness(wanted);
      if (stopped !== 'ready') return stopped;
      const name = storageName(wanted, snapshot);
      const found = await client.get('VolumeSnapshot', name);
      if (found === null) {
        await client.apply(snapshotOf(wanted, snapshot, settings));
        return 'not-ready';
      }
      return parseAnswer(snapshotSchema, found).status.readyToUse ? 'ready' : 'not-ready';
    },

    async prune(wanted) {
      // By serial: objects of a later generation are newer than this one.
      return removeStorage(wanted, (kind, name) => {
        const serial = storageSerial(name);
        return kind === 'VolumeSnapshot' ? serial <= wanted.generation : serial < wanted.storage.claim;
      });
    },

    async remove(wanted) {
      const name = nameOf(wanted);
      for (const kind of removalOrder) {
        // Sequentially: data must not be removed while a process is still ending.
        if (!(await removeOne(kind, name))) return false;
      }
      // Exists only if the workspace has been closed before.
      const isOwn = wanted.purpose !== 'rehearsal';
      if (isOwn && !(await removeOne('Service', closedServiceName(wanted.name)))) return false;
      return removeStorage(wanted, () => true);
    },
  };
}

/**
 * @returns whether a changed StatefulSet waits for a pod of its earlier template, which may never be ready and is not
 *   replaced before (https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#forced-rollback). A
 *   repeated change leaves the generation unchanged: then only the revision tells the pod's template.
 */
function isBlocked(applied: unknown): boolean {
  const { metadata, spec, status } = parseAnswer(statefulSetSchema, applied);
  const isUnseen = status.observedGeneration < metadata.generation;
  const isOfEarlier = status.currentReplicas > 0 && status.currentRevision !== status.updateRevision;
  // Neither number includes a terminating pod, which blocks nothing.
  const pods = status.currentReplicas + status.updatedReplicas;
  return spec.replicas > 0 && (isUnseen || isOfEarlier) && pods > 0 && status.readyReplicas === 0;
}

/** @throws ClusterUnavailable for an answer that does not look like the API's: a proxy in between wrote it. */
function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new ClusterUnavailable({ cause: parsed.error });
  return parsed.data;
}
