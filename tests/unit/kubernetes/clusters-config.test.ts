import { expect, test } from 'vitest';
import { unstable_readConfig as readWranglerConfig } from 'wrangler';
import { parseConfig } from '#app/config.ts';

const { vars } = readWranglerConfig({ config: 'wrangler.toml', env: 'production' });
const secrets = {
  MAIL_KEY: 'mail-key',
  WORKSPACE_MASTER_KEY: 'w'.repeat(32),
  SECOND_FACTOR_KEY: 's'.repeat(32),
  HUMAN_CHECK_KEY: 'h'.repeat(32),
  CLUSTER_TOKENS: '{"eu-1":"token"}',
  PADDLE_API_KEY: 'paddle-key',
  PADDLE_CLIENT_TOKEN: 'paddle-token',
  PADDLE_WEBHOOK_SECRET: 'p'.repeat(32),
};
const cluster = {
  id: 'eu-1',
  region: 'eu',
  apiUrl: 'https://eu-1.example',
  namespace: 'weft-workspaces',
  ingressUrl: 'https://{service}.eu-1.example',
  capacityMib: 1_024,
};
const withClusters =
  (clusters: unknown, tokens: unknown = { 'eu-1': 'token' }) =>
  () =>
    parseConfig({
      ...vars,
      ...secrets,
      CLUSTERS: typeof clusters === 'string' ? clusters : JSON.stringify(clusters),
      CLUSTER_TOKENS: JSON.stringify(tokens),
    });

test("production's own list is usable", () => {
  expect(parseConfig({ ...vars, ...secrets }).clusters).toEqual([
    expect.objectContaining({ id: 'eu-1', region: 'eu', token: 'token' }),
  ]);
});

test('several clusters, each with its token', () => {
  const us = { ...cluster, id: 'us-1', region: 'us' };
  expect(
    withClusters([cluster, us], { 'eu-1': 'a', 'us-1': 'b' })().clusters.map(({ token }) => token),
  ).toEqual(['a', 'b']);
});

test.for([
  ['no JSON', 'oops', undefined, /CLUSTERS: must be JSON/],
  ['no cluster', [], undefined, /CLUSTERS: must list at least one cluster/],
  ['an id twice', [cluster, cluster], undefined, /CLUSTERS: has the same id twice/],
  ['no token', [cluster], {}, /CLUSTER_TOKENS: has no token for the cluster eu-1/],
  [
    'a token too many',
    [cluster],
    { 'eu-1': 'a', 'us-1': 'b' },
    /has a token for us-1, which is not in CLUSTERS/,
  ],
  [
    'an address without {service}',
    [{ ...cluster, ingressUrl: 'https://eu-1.example' }],
    undefined,
    /CLUSTERS\.0\.ingressUrl/,
  ],
  ['room below zero', [{ ...cluster, capacityMib: -1 }], undefined, /CLUSTERS\.0\.capacityMib/],
  ['a misspelt setting', [{ ...cluster, capacity: 1 }], undefined, /CLUSTERS\.0.*capacity/],
] as const)('%s is refused in words', ([, clusters, tokens, words]) => {
  expect(withClusters(clusters, tokens)).toThrow(words);
});
