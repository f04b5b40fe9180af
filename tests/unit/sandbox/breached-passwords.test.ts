import { expect, test } from 'vitest';
import { World } from './harness.ts';

/** SHA-1 of `password` in Have I Been Pwned: 5BAA6 1E4C9B93F3F0682250B6CF8331B7EE68FD8. */
const PREFIX = '5BAA6';
const SUFFIX = '1E4C9B93F3F0682250B6CF8331B7EE68FD8';

async function rangeOf(world: World, prefix: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${world.url}/range/${prefix}`, { headers });
  return { status: response.status, lines: (await response.text()).split('\r\n') };
}

test('a range contains the breached passwords of its prefix, in either case', async () => {
  await using world = await World.start();
  for (const prefix of [PREFIX, PREFIX.toLowerCase()]) {
    const { status, lines } = await rangeOf(world, prefix);
    expect(status).toBe(200);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${SUFFIX}:[1-9]\\d*$`))]);
  }
});

test('padding hides how many lines are real', async () => {
  await using world = await World.start();
  for (const prefix of [PREFIX, '00000']) {
    const { lines } = await rangeOf(world, prefix, { 'Add-Padding': 'true' });
    expect(lines.length).toBeGreaterThanOrEqual(800);
    expect(lines.length).toBeLessThanOrEqual(1_000);
    expect(lines.filter((line) => !/^[0-9A-F]{35}:\d+$/.test(line))).toEqual([]);
    const real = lines.filter((line) => !line.endsWith(':0'));
    expect(real.map((line) => line.split(':')[0])).toEqual(prefix === PREFIX ? [SUFFIX] : []);
  }
});

test.each(['5BAA', '5BAA61', 'GGGGG'])('the prefix %s is refused', async (prefix) => {
  await using world = await World.start();
  expect((await rangeOf(world, prefix)).status).toBe(400);
});

test('the switch takes the ranges down, and restores them', async () => {
  await using world = await World.start();
  const set = (mode: string) => world.post('/breached-passwords/faults', { mode });
  await set('down');
  expect((await rangeOf(world, PREFIX)).status).toBe(503);
  await set('garbage');
  expect((await rangeOf(world, PREFIX)).lines[0]).toContain('<html>');
  await set('slow');
  await expect(fetch(`${world.url}/range/${PREFIX}`, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
  expect((await set('odd')).status).toBe(422);
  await set('none');
  expect((await rangeOf(world, PREFIX)).lines).toHaveLength(1);
});
