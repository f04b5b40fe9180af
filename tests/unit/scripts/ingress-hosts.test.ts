import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refuseOpenIngresses } from '#scripts/ingress-hosts.ts';
import { productionOf } from '#scripts/production-of.ts';

const clusterAt = (ingressUrlTemplate: string, id = 'eu-1') => ({ id, ingressUrlTemplate });

test.each([
  'https://{service}.eu-1.cluster.weft.example',
  'https://{service}.EU-1.Weft.Example:8443/',
  'https://ingress.eu-1.weft.example/{service}',
])('accepts an ingress on which the Worker’s route keeps strangers out: %s', (url) => {
  expect(() => refuseOpenIngresses('weft.example', [clusterAt(url)])).not.toThrow();
});

test.each([
  'https://{service}.eu-1.cluster.example',
  'https://{service}.weft.example.evil.example',
  'https://{service}.not-weft.example',
  'https://weft.example/{service}',
  'https://203.0.113.1/{service}',
])('refuses an ingress that strangers reach past the gateway: %s', (url) => {
  const clusters = [clusterAt('https://{service}.us-1.weft.example', 'us-1'), clusterAt(url)];
  const refusal = () => refuseOpenIngresses('weft.example', clusters);
  expect(refusal).toThrow('CLUSTERS.eu-1');
  expect(refusal).not.toThrow('us-1');
});

test.each(['https://{service}.weft.example', 'https://ingress.weft.example/{service}'])(
  'refuses an ingress whose host the Worker takes for a workspace’s: %s',
  (url) => {
    expect(() => refuseOpenIngresses('weft.example', [clusterAt(url)])).toThrow('CLUSTERS.eu-1');
  },
);

test('accepts the clusters of wrangler.toml', () => {
  const { vars } = productionOf('wrangler.toml');
  const portalHost = new URL(String(vars.PORTAL_URL)).hostname;
  const clusters = JSON.parse(String(vars.CLUSTERS)) as Array<{ id: string; ingressUrl: string }>;
  const given = clusters.map(({ id, ingressUrl }) => clusterAt(ingressUrl, id));
  expect(() => refuseOpenIngresses(portalHost, given)).not.toThrow();
  // With this flag, the Worker's own requests would meet its route as well.
  expect(readFileSync('wrangler.toml', 'utf8')).not.toContain('global_fetch_strictly_public');
});
