import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { refuseFullDisk } from '#scripts/local/disk.ts';

test('says how much space the disk has left, and how much is needed', () => {
  expect(() => refuseFullDisk(tmpdir(), 1e12)).toThrow(
    /^The disk of .* has \d+ MB left, .* needs 1000000000000/,
  );
  expect(() => refuseFullDisk(tmpdir(), 0)).not.toThrow();
});
