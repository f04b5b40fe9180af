import { expect, test } from 'vitest';
import { type ClusterOffer, chooseCluster, regionOfContinent } from '#app/domain/instance/clusters.ts';

const clusters: ClusterOffer[] = [
  { id: 'eu-1', region: 'eu', capacityMib: 1_000 },
  { id: 'eu-2', region: 'eu', capacityMib: 1_000 },
  { id: 'us-1', region: 'us', capacityMib: 4_000 },
];

test.each([
  ['the one of its region with the most room', 'eu', { 'eu-1': 600, 'eu-2': 300 }, 'eu-2'],
  ['the first by name among equals', 'eu', {}, 'eu-1'],
  ['the one that it just fits into', 'eu', { 'eu-1': 680, 'eu-2': 681 }, 'eu-1'],
  ['another region when its own is full', 'eu', { 'eu-1': 681, 'eu-2': 999 }, 'us-1'],
  ['the one with the most room when its region has none', 'ap', {}, 'us-1'],
  ['the one with the most room when its region is not known', null, { 'us-1': 3_500 }, 'eu-1'],
  ['none when none has room', 'eu', { 'eu-1': 900, 'eu-2': 5_000, 'us-1': 4_000 }, null],
])('chooses %s', (_what, region, usedMib, expected) => {
  expect(chooseCluster(clusters, region, usedMib as Record<string, number>, 320)?.id ?? null).toBe(expected);
});

test.each([
  ['EU', 'eu'],
  ['SA', 'us'],
  ['OC', 'ap'],
  ['AN', null],
  ['toString', null],
  [undefined, null],
])('the region nearest to %s is %s', (continent, region) => {
  expect(regionOfContinent(continent)).toBe(region);
});
