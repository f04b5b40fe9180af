import type { ProcessKeys } from '#app/domain/instance/cluster-port.ts';
import { imageTag } from '#app/domain/instance/engine-versions.ts';
import type { WantedInstance } from '#app/domain/instance/wanted.ts';
import { engineVersions } from '../releases/engine-versions.ts';
import type { KubernetesObject } from './client.ts';
import { podSpec } from './pod-spec.ts';

const STORAGE = '2Gi';

/** The generation of the workspace's object; only in the metadata, where a change restarts nothing. */
export const GENERATION_ANNOTATION = 'weft.cloud/generation';
export const WORKSPACE_ID_ANNOTATION = 'weft.cloud/workspace-id';
export const MANAGED_BY = 'weft-cloud';
const WORKSPACE_LABEL = 'weft.cloud/workspace';
const SNAPSHOT_GROUP = 'snapshot.storage.k8s.io';
/** The label of copies, on which an update is rehearsed. */
export const PURPOSE_LABEL = 'weft.cloud/purpose';
/** In the selector of a closed workspace's Service; no pod has it, so the ingress finds no endpoint. */
const CLOSED_LABEL = 'weft.cloud/closed';
const VERSION_LABEL = 'app.kubernetes.io/version';
/** In the pod's template: another number makes the cluster replace the pod. */
const RESTARTS_ANNOTATION = 'weft.cloud/restarts';
/** In the pod's template: another sign-in key makes the cluster replace the pod. */
const KEY_VERSION_ANNOTATION = 'weft.cloud/key-version';

/** Where a workspace runs, and where its portal is. */
export interface Place {
  namespace: string;
  /** Repository of our n8n images, such as `registry.weft.example/n8n`. */
  engineImage: string;
  portal: { host: string; isSecure: boolean; url: string };
}

/** @returns the name of every object of a workspace; also what the gateway reaches its Service by. */
export function resourceName(workspaceName: string): string {
  return `ws-${workspaceName}`;
}

/** @returns the name of every object of a copy, on which an update is rehearsed. The gateway reaches only `ws-…`. */
export function rehearsalName(workspaceName: string): string {
  return `rehearsal-${workspaceName}`;
}

/** @returns the name of the Service by which only the portal reaches a closed workspace. */
export function closedServiceName(workspaceName: string): string {
  return `closed-${workspaceName}`;
}

/** @returns the name of every object of an instance. */
export function nameOf({ name, purpose }: Pick<WantedInstance, 'name' | 'purpose'>): string {
  return purpose === 'rehearsal' ? rehearsalName(name) : resourceName(name);
}

/**
 * @param serial of the claim or snapshot; each gets a new name, so that it replaces no other.
 * @returns its name. No workspace's name has a dot, so that `ada` never has the name of an object of `ada-1`.
 */
export function storageName(wanted: Pick<WantedInstance, 'name' | 'purpose'>, serial: number): string {
  return serial === 0 ? nameOf(wanted) : `${nameOf(wanted)}.${serial}`;
}

/** @returns the serial in a claim's or snapshot's name. */
export function storageSerial(name: string): number {
  return Number(name.split('.')[1] ?? 0);
}

/**
 * @returns the selector of an instance's objects, by their name: a workspace may be called `rehearsal-ada`, the
 *   workspace label of the copy of `ada`.
 */
export function selectorOf(wanted: Pick<WantedInstance, 'name' | 'purpose'>): string {
  return `app.kubernetes.io/instance=${nameOf(wanted)}`;
}

function metadataOf(wanted: WantedInstance, { namespace }: Pick<Place, 'namespace'>) {
  const name = nameOf(wanted);
  return {
    name,
    namespace,
    labels: {
      'app.kubernetes.io/name': 'n8n',
      'app.kubernetes.io/instance': name,
      'app.kubernetes.io/managed-by': MANAGED_BY,
      // A copy is not found by its workspace's label.
      ...(wanted.purpose === 'rehearsal'
        ? { [WORKSPACE_LABEL]: name, [PURPOSE_LABEL]: wanted.purpose }
        : { [WORKSPACE_LABEL]: wanted.name }),
    },
    annotations: { [WORKSPACE_ID_ANNOTATION]: wanted.workspaceId },
  };
}

/** @returns the snapshot of the instance's claim; the cluster's default class makes it. */
export function snapshotOf(
  wanted: WantedInstance,
  snapshot: number,
  place: Pick<Place, 'namespace'>,
): KubernetesObject {
  return {
    apiVersion: `${SNAPSHOT_GROUP}/v1`,
    kind: 'VolumeSnapshot',
    metadata: { ...metadataOf(wanted, place), name: storageName(wanted, snapshot) },
    spec: { source: { persistentVolumeClaimName: storageName(wanted, wanted.storage.claim) } },
  };
}

/** @returns the objects that make up an instance, in the order in which they are needed. */
export function manifestsOf(wanted: WantedInstance, keys: ProcessKeys, place: Place): KubernetesObject[] {
  const metadata = metadataOf(wanted, place);
  const { name } = metadata;
  const claimName = storageName(wanted, wanted.storage.claim);
  const selector = { 'app.kubernetes.io/name': 'n8n', 'app.kubernetes.io/instance': name };
  return [
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      type: 'Opaque',
      // `data` and not `stringData`, which the API forgets: applied again, it would own no field of the Secret.
      data: {
        N8N_ENCRYPTION_KEY: btoa(keys.encryptionKey),
        WEFT_SIGN_IN_KEY: btoa(keys.signInKey),
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { ...metadata, name: claimName },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: STORAGE } },
        ...dataSourceOf(wanted),
      },
    },
    ...servicesOf(wanted, metadata, selector),
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: {
        ...metadata,
        // Lets `kubectl get statefulsets -L` list versions.
        labels: { ...metadata.labels, [VERSION_LABEL]: wanted.version },
        annotations: { ...metadata.annotations, [GENERATION_ANNOTATION]: String(wanted.generation) },
      },
      spec: {
        // A single process and volume: a second process on the same data would corrupt it.
        replicas: wanted.replicas,
        serviceName: name,
        selector: { matchLabels: selector },
        updateStrategy: { type: 'RollingUpdate' },
        template: {
          metadata: {
            labels: metadata.labels,
            annotations: {
              [RESTARTS_ANNOTATION]: String(wanted.restarts),
              // Processes started before keys had versions have none: naming the first would restart all of them.
              ...(keys.signInVersion !== 1 && { [KEY_VERSION_ANNOTATION]: String(keys.signInVersion) }),
            },
          },
          spec: podSpec(wanted, place.portal, {
            image: `${place.engineImage}:${imageTag(engineVersions, wanted.version)}`,
            name,
            claimName,
          }),
        },
      },
    },
  ];
}

/** @returns the Service that the gateway reaches the instance by; of a closed one, the portal's own Service too. */
function servicesOf(
  wanted: WantedInstance,
  metadata: KubernetesObject['metadata'],
  selector: Record<string, string>,
): KubernetesObject[] {
  const service = (name: string, selected: Record<string, string>): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { ...metadata, name },
    spec: { selector: selected, ports: [{ name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' }] },
  });
  if (!wanted.isClosed) return [service(metadata.name, selector)];
  return [
    service(metadata.name, { ...selector, [CLOSED_LABEL]: 'true' }),
    service(closedServiceName(wanted.name), selector),
  ];
}

/** @returns the part of a claim's spec that creates it from a snapshot. */
function dataSourceOf(wanted: WantedInstance) {
  const { snapshot } = wanted.storage;
  if (snapshot === null) return {};
  const name = storageName(wanted, snapshot);
  return { dataSource: { apiGroup: SNAPSHOT_GROUP, kind: 'VolumeSnapshot', name } };
}
