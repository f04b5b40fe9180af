import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unstable_readConfig as readWranglerConfig } from 'wrangler';
import { attemptDueAt, POLL_ATTEMPTS } from '#app/domain/instance/polling.ts';
import { MIN_WORKSPACE_MIB } from '#app/integrations/kubernetes/memory.ts';
import { seededPlans } from '#db/seed/plans.ts';

/** CPU that n8n 2.41.1 spends until it is ready with a new database (docs/engine.md, "Start"). */
const START_CPU_MS = 32_000;
const smallestMib = Math.min(...seededPlans.map(({ memoryMib }) => memoryMib));

test.each(seededPlans)('n8n fits into the memory of $id', ({ memoryMib }) => {
  expect(memoryMib).toBeGreaterThanOrEqual(MIN_WORKSPACE_MIB);
});

test.each(seededPlans)(
  '$id starts while the portal polls, also on a node without an idle core',
  ({ cpuMillicores }) => {
    expect((START_CPU_MS * 1_000) / cpuMillicores).toBeLessThan(attemptDueAt(0, POLL_ATTEMPTS));
  },
);

test('a larger plan has no less memory or CPU', () => {
  const bySize = [...seededPlans].sort(
    (a, b) => a.concurrentExecutions - b.concurrentExecutions || a.memoryMib - b.memoryMib,
  );
  for (const [index, plan] of bySize.slice(1).entries()) {
    expect(plan.memoryMib).toBeGreaterThanOrEqual(bySize[index]?.memoryMib ?? Number.NaN);
    expect(plan.cpuMillicores).toBeGreaterThanOrEqual(bySize[index]?.cpuMillicores ?? Number.NaN);
  }
});

test('the quota of a cluster fits the product’s placement, and a claim for each of its workspaces', () => {
  const { vars } = readWranglerConfig({ config: 'wrangler.toml', env: 'production' });
  const [cluster] = JSON.parse(String(vars.CLUSTERS)) as [{ capacityMib: number }];
  const quota = JSON.parse(readFileSync('docs/cluster/quota.json', 'utf8')) as {
    items: [{ spec: { hard: Record<string, string> } }];
  };
  const { hard } = quota.items[0].spec;
  expect(hard['requests.memory']).toMatch(/^\d+Gi$/);
  expect(Number.parseInt(hard['requests.memory'] ?? '', 10) * 1_024).toBeGreaterThanOrEqual(
    cluster.capacityMib,
  );
  expect(Number(hard.persistentvolumeclaims)).toBeGreaterThanOrEqual(cluster.capacityMib / smallestMib);
});

test('docs/engine.md lists the size of each seeded plan', () => {
  const page = readFileSync('docs/engine.md', 'utf8');
  for (const { id, memoryMib, cpuMillicores } of seededPlans)
    expect(page).toMatch(new RegExp(`\\| \`${id}\` +\\| ${memoryMib} +\\| ${cpuMillicores} +\\|`));
});
