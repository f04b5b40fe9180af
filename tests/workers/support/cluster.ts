import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';

export interface ClusterWorkspace {
  name: string;
  pid?: number;
  ready: boolean;
  version?: string;
}

/** The sandbox's own view of a workspace's process. */
export async function inCluster(name: string): Promise<ClusterWorkspace | undefined> {
  const response = await fetch(`${env.SANDBOX_URL}/state`);
  const { workspaces } = await response.json<{ workspaces: ClusterWorkspace[] }>();
  return workspaces.find((workspace) => workspace.name === name);
}

/** A workspace's process once it is ready, is not `previous`, and has the version if one is given. */
export function clusterReady(
  name: string,
  previous?: number,
  version?: string,
): Promise<ClusterWorkspace & { pid: number }> {
  return eventually(`the process of ${name} is ready`, async () => {
    const found = await inCluster(name);
    const pid = found?.pid;
    const isWanted = version === undefined || found?.version === version;
    return found?.ready && isWanted && pid !== undefined && pid !== previous && { ...found, pid };
  });
}

export function processEnded(name: string): Promise<true> {
  return eventually(`the process of ${name} has ended`, async () => {
    return (await inCluster(name))?.pid === undefined;
  });
}

export type FaultMode = 'none' | 'slow' | 'crash-loop' | 'api-500' | 'gone';

export async function breakCluster(workspace: string, mode: FaultMode): Promise<void> {
  const response = await fetch(`${env.SANDBOX_URL}/cluster/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ workspace, mode }),
  });
  expect(response.status).toBe(200);
}

const API_PATHS = {
  secrets: '/api/v1',
  persistentvolumeclaims: '/api/v1',
  services: '/api/v1',
  statefulsets: '/apis/apps/v1',
  volumesnapshots: '/apis/snapshot.storage.k8s.io/v1',
} as const;

async function askApi(
  plural: keyof typeof API_PATHS,
  query: string,
  { headers, ...init }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Response> {
  const { local: token } = z.object({ local: z.string() }).parse(JSON.parse(env.CLUSTER_TOKENS));
  return fetch(`${env.SANDBOX_URL}${API_PATHS[plural]}/namespaces/weft-workspaces/${plural}${query}`, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, ...headers },
  });
}

/** Every object of a workspace in the cluster, such as `statefulsets/ws-ada`. */
export async function objectsOf(name: string): Promise<string[]> {
  const selector = `?labelSelector=${encodeURIComponent(`weft.cloud/workspace=${name}`)}`;
  const found = await Promise.all(
    Object.keys(API_PATHS).map(async (plural) => {
      const answer = await askApi(plural as keyof typeof API_PATHS, selector);
      const { items } = await answer.json<{ items: Array<{ metadata: { name: string } }> }>();
      return items.map(({ metadata }) => `${plural}/${metadata.name}`);
    }),
  );
  return found.flat();
}

const statefulSetSchema = z.object({
  spec: z.object({
    replicas: z.number(),
    template: z.object({
      spec: z.object({
        containers: z.array(
          z.object({
            image: z.string(),
            env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
            resources: z.object({ limits: z.object({ memory: z.string() }) }),
          }),
        ),
      }),
    }),
  }),
});

/** The applied manifests of a workspace's process. */
export async function readApplied(name: string) {
  const answer = await askApi('statefulsets', `/ws-${name}`);
  const { spec } = statefulSetSchema.parse(await answer.json());
  const container = spec.template.spec.containers[0];
  if (!container) throw new Error('a StatefulSet without a container');
  return {
    replicas: spec.replicas,
    image: container.image,
    memory: container.resources.limits.memory,
    environment: Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
  };
}

/** @returns the keys in the Secret of a workspace's process. */
export async function secretOf(name: string): Promise<{ encryption: string; signIn: string }> {
  const answer = await askApi('secrets', `/ws-${name}`);
  const secret = z.object({ data: z.record(z.string(), z.string()) }).parse(await answer.json());
  const { N8N_ENCRYPTION_KEY = '', WEFT_SIGN_IN_KEY = '' } = secret.data;
  return { encryption: atob(N8N_ENCRYPTION_KEY), signIn: atob(WEFT_SIGN_IN_KEY) };
}
