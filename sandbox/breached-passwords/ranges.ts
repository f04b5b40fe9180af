import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const source = z.array(z.object({ password: z.string().min(1), count: z.int().positive() }));

/** Padded answers of the real service have 800 to 1,000 lines. */
const padding = { least: 800, most: 1_000 };

/** Suffix and count of each breached password, by the first five hex digits of its SHA-1. */
export type Ranges = ReadonlyMap<string, readonly string[]>;

/** Reads the passwords of `sandbox/data/breached-passwords.json`. */
export function loadRanges(): Ranges {
  const file = join(import.meta.dirname, '..', 'data', 'breached-passwords.json');
  const ranges = new Map<string, string[]>();
  for (const { password, count } of source.parse(JSON.parse(readFileSync(file, 'utf8')))) {
    const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();
    const prefix = hash.slice(0, 5);
    ranges.set(prefix, [...(ranges.get(prefix) ?? []), `${hash.slice(5)}:${count}`]);
  }
  return ranges;
}

/** An answer in Have I Been Pwned's format, sorted. With padding, lines with a count of 0 hide the number of real lines. */
export function writeRange(ranges: Ranges, prefix: string, isPadded: boolean): string {
  const lines = [...(ranges.get(prefix) ?? [])];
  const length = isPadded ? randomInt(padding.least, padding.most + 1) : lines.length;
  while (lines.length < length) lines.push(`${randomBytes(18).toString('hex').slice(0, 35).toUpperCase()}:0`);
  return lines.sort().join('\r\n');
}
