import type { WantedInstance } from '#app/domain/instance/wanted.ts';
import { INSTANCE_PORT, instanceEnvironment, SHUTDOWN_SECONDS, USER_FOLDER } from './environment.ts';

/** n8n's image runs as this user. */
const USER_ID = 1000;
/** After its executions have ended or were cancelled, n8n still closes its database. */
const TERMINATION_SECONDS = SHUTDOWN_SECONDS + 15;
/** A workspace's limit when a node has idle cores; its request is the plan's. */
const CPU_LIMIT = '2';
const HOURS_A_DAY = 24;

/** Writable paths in addition to n8n's data. All others are read-only: users' code cannot change the program. */
const scratch = [
  // Uploads in progress.
  { name: 'tmp', mountPath: '/tmp', sizeLimit: '512Mi' },
  // The editor's files, written at each start.
  { name: 'cache', mountPath: `${USER_FOLDER}/.cache`, sizeLimit: '256Mi' },
  // The only folder that workflows can read and write.
  { name: 'files', mountPath: `${USER_FOLDER}/.n8n-files`, sizeLimit: '512Mi' },
] as const;

/** The pod of a workspace. @param image with its tag. @param name of its Secret. */
export function podSpec(
  wanted: WantedInstance,
  portal: { host: string; isSecure: boolean; url: string },
  { image, name, claimName }: { image: string; name: string; claimName: string },
) {
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
    terminationGracePeriodSeconds: TERMINATION_SECONDS,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER_ID,
      runAsGroup: USER_ID,
      fsGroup: USER_ID,
      // Otherwise each start walks the whole volume.
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: 'n8n',
        image,
        ports: [{ name: 'http', containerPort: INSTANCE_PORT, protocol: 'TCP' }],
        env: [
          ...instanceEnvironment(wanted, portal, wanted.limits.logRetentionDays * HOURS_A_DAY),
          ...['N8N_ENCRYPTION_KEY', 'WEFT_SIGN_IN_KEY'].map((key) => ({
            name: key,
            valueFrom: { secretKeyRef: { name, key } },
          })),
        ],
        resources: {
          requests: { memory: `${memoryMib}Mi`, cpu: `${cpuMillicores}m` },
          limits: { memory: `${memoryMib}Mi`, cpu: CPU_LIMIT },
        },
        // 300 s, as long as the portal polls: a start costs 32 s of CPU (docs/engine.md, "Start").
        startupProbe: probe('/healthz', { periodSeconds: 5, failureThreshold: 60 }),
        readinessProbe: probe('/healthz/readiness', { periodSeconds: 5, failureThreshold: 3 }),
        // One long step of a workflow blocks n8n's only thread: two minutes of silence are not a crash.
        livenessProbe: probe('/healthz', { periodSeconds: 20, failureThreshold: 6 }),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [
          { name: 'data', mountPath: `${USER_FOLDER}/.n8n` },
          ...scratch.map(({ name, mountPath }) => ({ name, mountPath })),
        ],
      },
    ],
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName } },
      ...scratch.map(({ name, sizeLimit }) => ({ name, emptyDir: { sizeLimit } })),
    ],
  };
}
