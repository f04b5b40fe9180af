import type { ProcessKeys } from '#app/domain/instance/cluster-port.ts';
import type { WantedInstance } from '#app/domain/instance/wanted.ts';
import type { KubernetesObject } from './client.ts';
import { INSTANCE_PORT, instanceEnvironment } from './environment.ts';

const IMAGE = 'docker.n8n.io/n8nio/n8n';
const STORAGE = '2Gi';
const DATA_PATH = '/home/node/.n8n';
/** n8n's image runs as this user. */
const USER_ID = 1000;
/** Long enough for the executions under way to end. */
const SHUTDOWN_SECONDS = 30;
const HOURS_A_DAY = 24;

/** Which wish of the workspace's object this is; in the metadata alone, where a change restarts nothing. */
export const WISH_ANNOTATION = 'weft.cloud/wish';
export const WORKSPACE_ID_ANNOTATION = 'weft.cloud/workspace-id';
export const MANAGED_BY = 'weft-cloud';
/** In the pod's template: another number is another pod. */
const RESTARTS_ANNOTATION = 'weft.cloud/restarts';
/** In the pod's template: a process with another sign-in key is another pod. */
const KEY_VERSION_ANNOTATION = 'weft.cloud/key-version';

interface Place {
  namespace: string;
  portal: { host: string; isSecure: boolean; url: string };
}

/** @returns the name of every object of a workspace; also what the gateway reaches its Service by. */
export function resourceName(workspaceName: string): string {
  return `ws-${workspaceName}`;
}

/** @returns the objects that make up an instance, in the order in which they are needed. */
export function manifestsOf(wanted: WantedInstance, keys: ProcessKeys, place: Place): KubernetesObject[] {
  const name = resourceName(wanted.name);
  const metadata = {
    name,
    namespace: place.namespace,
    labels: {
      'app.kubernetes.io/name': 'n8n',
      'app.kubernetes.io/instance': name,
      'app.kubernetes.io/managed-by': MANAGED_BY,
      'weft.cloud/workspace': wanted.name,
    },
    annotations: { [WORKSPACE_ID_ANNOTATION]: wanted.workspaceId },
  };
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
      metadata,
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: STORAGE } } },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector, ports: [{ name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' }] },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: {
        ...metadata,
        annotations: { ...metadata.annotations, [WISH_ANNOTATION]: String(wanted.wish) },
      },
      spec: {
        // One process and one volume: a second one on the same data would corrupt it.
        replicas: wanted.replicas,
        serviceName: name,
        selector: { matchLabels: selector },
        updateStrategy: { type: 'RollingUpdate' },
        template: {
          metadata: {
            labels: metadata.labels,
            annotations: { [RESTARTS_ANNOTATION]: String(wanted.restarts), ...keyAnnotation(keys) },
          },
          spec: podSpec(wanted, place, name),
        },
      },
    },
  ];
}

/** Processes of before keys had versions have none: naming the first one would restart them all. */
function keyAnnotation({ signInVersion }: ProcessKeys): Record<string, string> {
  return signInVersion === 1 ? {} : { [KEY_VERSION_ANNOTATION]: String(signInVersion) };
}

function podSpec(wanted: WantedInstance, place: Place, name: string) {
  const probe = (path: string, rest: Record<string, number>) => ({
    httpGet: { path, port: 'http' },
    timeoutSeconds: 3,
    ...rest,
  });
  const { memoryMib, cpuMillicores } = wanted.limits;
  return {
    // Users' code runs in it: it gets no key to the cluster and no more rights than a process needs.
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: SHUTDOWN_SECONDS,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER_ID,
      runAsGroup: USER_ID,
      fsGroup: USER_ID,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: 'n8n',
        image: `${IMAGE}:${wanted.version}`,
        ports: [{ name: 'http', containerPort: INSTANCE_PORT, protocol: 'TCP' }],
        env: [
          ...instanceEnvironment(wanted, place.portal, wanted.limits.logRetentionDays * HOURS_A_DAY),
          ...['N8N_ENCRYPTION_KEY', 'WEFT_SIGN_IN_KEY'].map((key) => ({
            name: key,
            valueFrom: { secretKeyRef: { name, key } },
          })),
        ],
        resources: {
          requests: { memory: `${memoryMib}Mi`, cpu: `${cpuMillicores}m` },
          limits: { memory: `${memoryMib}Mi` },
        },
        startupProbe: probe('/healthz', { periodSeconds: 5, failureThreshold: 60 }),
        readinessProbe: probe('/healthz/readiness', { periodSeconds: 5, failureThreshold: 3 }),
        livenessProbe: probe('/healthz', { periodSeconds: 20, failureThreshold: 6 }),
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        volumeMounts: [{ name: 'data', mountPath: DATA_PATH }],
      },
    ],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name } }],
  };
}
