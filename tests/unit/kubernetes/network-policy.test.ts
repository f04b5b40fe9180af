import { readFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
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

/** The addresses that a pod reaches by the policies. */
const reached = policies.flatMap(({ egress = [] }) =>
  egress.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock ?? [])),
);

function isReached(address: string): boolean {
  const type = isIPv6(address) ? 'ipv6' : 'ipv4';
  return reached.some(({ cidr, except }) => {
    const isIn = (range: string) => {
      const [net = '', prefix] = range.split('/');
      if ((isIPv6(net) ? 'ipv6' : 'ipv4') !== type) return false;
      const list = new BlockList();
      list.addSubnet(net, Number(prefix), type);
      return list.check(address, type);
    };
    return isIn(cidr) && !except.some(isIn);
  });
}

test('the egress rules name each address space once, with exceptions', () => {
  expect(reached.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0']);
});

test.for([
  ['a pod', '10.0.0.0'],
  ['a pod', '10.255.255.255'],
  ['a service', '172.16.0.0'],
  ['a service', '172.31.255.255'],
  ['a machine', '192.168.0.0'],
  ['a machine', '192.168.255.255'],
  ['a neighbor', '169.254.0.0'],
  ['a neighbor', '169.254.255.255'],
  ['a node behind a carrier’s NAT', '100.64.0.0'],
  ['a node behind a carrier’s NAT', '100.127.255.255'],
  ['a pod, by IPv6', 'fc00::1'],
  ['a pod, by IPv6', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['a neighbor, by IPv6', 'fe80::1'],
  ['a neighbor, by IPv6', 'febf:ffff::1'],
  ['the metadata of AWS, Azure and Google', '169.254.169.254'],
  ['the metadata of AWS, by IPv6', 'fd00:ec2::254'],
  ['the metadata of Alibaba', '100.100.100.200'],
  ['the metadata of Oracle', '192.0.0.192'],
  ['the host agent of Azure, which has the node’s settings', '168.63.129.16'],
  ['a pod, by NAT64', '64:ff9b::a00:1'],
  ['a service, by NAT64', '64:ff9b::172.31.255.255'],
  ['a machine, by NAT64', '64:ff9b::192.168.0.1'],
  ['a node behind a carrier’s NAT, by NAT64', '64:ff9b::100.127.255.255'],
  ['the metadata of AWS, Azure and Google, by NAT64', '64:ff9b::a9fe:a9fe'],
  ['the metadata of Oracle, by NAT64', '64:ff9b::192.0.0.192'],
  ['the host agent of Azure, by NAT64', '64:ff9b::168.63.129.16'],
  ['a pod, by a local NAT64', '64:ff9b:1::a00:1'],
] as const)('a pod does not reach %s: %s', ([, address]) => {
  expect(isReached(address)).toBe(false);
});

test.for(['1.1.1.1', '168.63.129.17', '2606:4700:4700::1111', '64:ff9b::1.1.1.1'])(
  'a pod reaches the internet: %s',
  (address) => {
    expect(isReached(address)).toBe(true);
  },
);
