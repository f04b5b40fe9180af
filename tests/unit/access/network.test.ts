import { expect, test } from 'vitest';
import { networkOf } from '#app/domain/access/network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['unknown', 'unknown'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:DB8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('a rate limit counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
