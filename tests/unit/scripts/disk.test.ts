import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { refuseFullDisk } from '#scripts/local/disk.ts';

test('a disk with too little space is refused with what it has left and what is needed', () => {
  expect(() => refuseFullDisk(tmpdir(), 1e12)).toThrow(
    /^The disk of .* has \d+ MB left, .* needs 1000000000000/,
  );
  expect(() => refuseFullDisk(tmpdir(), 0)).not.toThrow();
});
