import { expect, test } from 'vitest';
import { refuseDowngrade } from '#engine/hook/downgrade.ts';
import { openState } from '#engine/hook/state.ts';

test.each([
  ['2.40.7', '2.41.1'],
  ['2.41.1', '2.41.1'],
  ['2.9.0', '2.10.0'],
  ['2.41.9', '2.41.10'],
  ['1.123.81', '2.0.0'],
])('data of %s upgrade to %s, and the former refuses them afterwards', (before, after) => {
  const state = openState(':memory:');
  refuseDowngrade(state, before);
  refuseDowngrade(state, after);
  if (before !== after) expect(() => refuseDowngrade(state, before)).toThrow(`n8n ${before} is older`);
  refuseDowngrade(state, after);
});
