import { createHash } from 'node:crypto';
import { isJsonObject, type Resource } from './resources.ts';
import type { ClusterStore } from './store.ts';
import { type StatefulSetSpec, specOf } from './validation.ts';

/** The desired pod of a StatefulSet. `revision` identifies the pod template: another revision is another process. */
export type Pod = {
  revision: string;
  version: string;
  /** The container's memory limit; null without one. */
  memoryMib: number | null;
  env: Record<string, string>;
  /** The claim whose data the process uses; undefined if it mounts none. */
  claim: string | undefined;
  readinessPath: string | undefined;
};

export type PodPlan =
  | { kind: 'none' }
  | { kind: 'waiting'; revision: string; reason: string }
  | { kind: 'run'; pod: Pod };

/**
 * n8n's version in an image reference: `n8nio/n8n:1.115.3` and `weft/n8n:1.115.3-weft.2` -> `1.115.3`; otherwise the tag.
 */
function imageVersion(image: string): string {
  const [reference = ''] = image.split('@');
  const tag = /:([^:/]+)$/.exec(reference)?.[1] ?? 'latest';
  return tag.replace(/-weft\.\d+$/, '');
}

const MIB_PER_UNIT: Record<string, number> = { Mi: 1, Gi: 1024 };

/** Parses a quantity of memory as the product writes it, in MiB; null for other text. */
function memoryMib(quantity: string | undefined): number | null {
  const [, amount, unit = ''] = /^(\d+)(Mi|Gi)$/.exec(quantity ?? '') ?? [];
  return amount === undefined ? null : Number(amount) * (MIB_PER_UNIT[unit] ?? 1);
}

class Waiting extends Error {}

function secretValues(store: ClusterStore, namespace: string, name: string, optional: boolean | undefined) {
  const secret = store.get('secrets', namespace, name);
  if (!secret) {
    if (optional) return {};
    throw new Waiting(`secret "${name}" not found`);
  }
  const data = secret.data;
  if (typeof data !== 'object' || data === null) return {};
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(String(value), 'base64').toString('utf8')]),
  );
}

type Container = StatefulSetSpec['template']['spec']['containers'][number];

function environmentOf(store: ClusterStore, namespace: string, container: Container): Record<string, string> {
  const env: Record<string, string> = {};
  for (const { secretRef } of container.envFrom ?? [])
    if (secretRef) Object.assign(env, secretValues(store, namespace, secretRef.name, secretRef.optional));
  for (const { name, value, valueFrom } of container.env ?? []) {
    const reference = valueFrom?.secretKeyRef;
    if (!reference) env[name] = value ?? '';
    else {
      const found = secretValues(store, namespace, reference.name, reference.optional)[reference.key];
      if (found !== undefined) env[name] = found;
      else if (!reference.optional)
        throw new Waiting(`couldn't find key ${reference.key} in Secret ${namespace}/${reference.name}`);
    }
  }
  return env;
}

function isBound({ status }: Resource): boolean {
  return isJsonObject(status) && status.phase === 'Bound';
}

/** For `JSON.stringify`: Kubernetes ignores the order of keys, too. */
function sortKeys(_key: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Decides what runs for a StatefulSet, as a kubelet would: nothing, nothing yet (with the reason), or this process. */
export function planPod(store: ClusterStore, statefulSet: Resource): PodPlan {
  const { name, namespace } = statefulSet.metadata;
  const { replicas, template } = specOf(statefulSet);
  if (replicas === 0) return { kind: 'none' };
  const hash = createHash('sha256').update(JSON.stringify(template, sortKeys)).digest('hex').slice(0, 10);
  const revision = `${name}-${hash}`;
  const [container] = template.spec.containers;
  if (!container) return { kind: 'none' };
  const claim = template.spec.volumes?.find((volume) => volume.persistentVolumeClaim)?.persistentVolumeClaim
    ?.claimName;
  if (claim !== undefined) {
    const found = store.get('persistentvolumeclaims', namespace, claim);
    if (!found || found.metadata.deletionTimestamp !== undefined)
      return { kind: 'waiting', revision, reason: `persistentvolumeclaim "${claim}" not found` };
    if (!isBound(found))
      return { kind: 'waiting', revision, reason: 'pod has unbound immediate PersistentVolumeClaims' };
  }
  try {
    const env = environmentOf(store, namespace, container);
    const readinessPath = container.readinessProbe?.httpGet?.path;
    const pod: Pod = {
      revision,
      env,
      claim,
      readinessPath,
      version: imageVersion(container.image),
      memoryMib: memoryMib(container.resources?.limits?.memory),
    };
    return { kind: 'run', pod };
  } catch (error) {
    if (error instanceof Waiting) return { kind: 'waiting', revision, reason: error.message };
    throw error;
  }
}
