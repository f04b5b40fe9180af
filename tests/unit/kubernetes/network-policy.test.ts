import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { INSTANCE_PORT } from '#app/integrations/kubernetes/environment.ts';

const block = z.object({ cidr: z.string(), except: z.array(z.string()) });
const source = readFileSync(new URL('../../../docs/cluster/network.json', import.meta.url), 'utf8');
const policies = z
  .object({
    items: z.array(
      z.object({
        metadata: z.object({ name: z.string() }),
        spec: z.object({
          podSelector: z.looseObject({}),
          policyTypes: z.array(z.string()),
          ingress: z
            .array(z.looseObject({ from: z.array(z.unknown()).min(1), ports: z.unknown() }))
            .optional(),
          egress: z
            .array(z.looseObject({ to: z.array(z.looseObject({ ipBlock: block.optional() })) }))
            .optional(),
        }),
      }),
    ),
  })
  .parse(JSON.parse(source))
  .items.map(({ metadata, spec }) => ({ name: metadata.name, ...spec }));

test('only the ingress controller reaches a pod, on the port of the workspace', () => {
  const [everyPod] = policies.filter(({ podSelector }) => Object.keys(podSelector).length === 0);
  expect(everyPod).toMatchObject({ policyTypes: ['Ingress'] });
  expect(everyPod?.ingress).toBeUndefined();
  const entries = policies.flatMap(({ ingress = [] }) => ingress);
  expect(entries).toEqual([
    {
      from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
      ports: [{ port: INSTANCE_PORT, protocol: 'TCP' }],
    },
  ]);
});

test('a pod reaches no internal address', () => {
  const blocks = policies.flatMap(({ egress = [] }) =>
    egress.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock ?? [])),
  );
  const except = new Map(blocks.map((found) => [found.cidr, found.except]));
  expect([...except.keys()].sort()).toEqual(['0.0.0.0/0', '::/0']);
  expect(except.get('0.0.0.0/0')).toEqual(
    expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']),
  );
  expect(except.get('::/0')).toEqual(expect.arrayContaining(['fc00::/7', 'fe80::/10']));
});
