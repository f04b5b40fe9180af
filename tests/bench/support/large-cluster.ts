import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const appliedSchema = z.object({
  metadata: z.object({ annotations: z.record(z.string(), z.string()).default({}) }),
  spec: z.object({ replicas: z.number() }),
});

/** The services around ten thousand workspaces: the cluster's API, the processes' answers, and the feed of releases. */
export interface LargeCluster {
  url: string;
  requests(): number;
  stop(): Promise<void>;
}

/** Each workload is ready as soon as it is applied; processes answer like n8n with its hook (docs/cluster.md). */
export async function startLargeCluster(): Promise<LargeCluster> {
  const workloads = new Map<string, { generation: number; applied: z.infer<typeof appliedSchema> }>();
  let requests = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const name = pathname.match(/\/statefulsets\/([^/]+)$/)?.[1];
    const body = await text(request);
    if (pathname.includes('/api/versions'))
      return send(200, [
        {
          name: '2.40.7',
          createdAt: '2026-11-01T00:00:00Z',
          hasBreakingChange: false,
          hasSecurityFix: false,
        },
      ]);
    if (pathname.endsWith('/weft/usage')) {
      const timeframe = new Date().toISOString().slice(0, 7);
      return send(200, { data: { timeframe, executions: 0, activeWorkflows: 0 } });
    }
    if (pathname.endsWith('/weft/gate')) return response.writeHead(204).end();
    if (request.method === 'PATCH') {
      if (!name) return send(201, JSON.parse(body));
      const generation = (workloads.get(name)?.generation ?? 0) + 1;
      workloads.set(name, { generation, applied: appliedSchema.parse(JSON.parse(body)) });
    }
    const workload = name === undefined ? undefined : workloads.get(name);
    if (!workload) return send(404, { kind: 'Status', reason: 'NotFound', details: { name } });
    const { generation, applied } = workload;
    send(200, {
      metadata: { generation, annotations: applied.metadata.annotations },
      spec: { replicas: applied.spec.replicas },
      status: { observedGeneration: generation, readyReplicas: applied.spec.replicas },
    });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
