import { statfsSync } from 'node:fs';

/** Enough for a build and a new database. */
const NEEDED_MB = 200;
const MB = 1_000_000;

/**
 * A database on a full disk answers only "disk I/O error".
 * @throws Error that says how much space is left, if that is not enough.
 */
export function refuseFullDisk(folder: string, neededMb = NEEDED_MB): void {
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.floor((bavail * bsize) / MB);
  if (freeMb >= neededMb) return;
  throw new Error(
    `The disk of ${folder} has ${freeMb} MB left, and Weft Cloud needs ${neededMb}: free some space first.`,
  );
}
