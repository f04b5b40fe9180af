import { afterAll, beforeAll, expect, test } from 'vitest';
import { kubernetesCluster } from '#app/integrations/kubernetes/cluster.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { heldWebhooksProcess } from '#app/integrations/workspace-process/held-webhooks.ts';
import { workspaceProcess } from '#app/integrations/workspace-process/workspace-process.ts';
import { type LargeCluster, startLargeCluster } from '#tests/bench/support/large-cluster.ts';
import { workspaceFacts } from '../../support/workspace-facts.ts';
import { engineImage, keys, portal, wantedInstance } from '../kubernetes/spec.ts';

let cluster: LargeCluster;
beforeAll(async () => {
  cluster = await startLargeCluster();
});
afterAll(() => cluster.stop());

test('the benchmark’s cluster answers as the product expects, so that its workspaces come Online', async () => {
  const outbound = createOutbound({ fetch, clock: { now: () => Date.now() } });
  const settings = {
    apiUrl: cluster.url,
    token: 'token',
    namespace: 'weft-workspaces',
    engineImage,
    portal,
    outbound,
  };
  const kubernetes = kubernetesCluster(settings);
  const wanted = wantedInstance();
  expect(await kubernetes.readiness(wanted)).toBe('missing');
  await kubernetes.apply(wanted, keys);
  expect(await kubernetes.readiness(wanted)).toBe('ready');

  const facts = workspaceFacts('ada');
  const shared = {
    clusters: [{ id: facts.clusterId, ingressUrlTemplate: `${cluster.url}/ingress/{service}` }],
    outbound,
    fetch,
    signInKeyOf: async () => keys.signInKey,
  };
  expect(await workspaceProcess(shared).usage(facts)).toMatchObject({ executions: 0 });
  const held = heldWebhooksProcess({ ...shared, firstByteTimeoutMs: 1_000 });
  await expect(held.setGate(facts, [])).resolves.toBeUndefined();
});
