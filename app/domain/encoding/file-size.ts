const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** @returns a size as people read it: 1,000 bytes are a kB, and three figures are enough. */
export function fileSize(bytes: number): { unit: (typeof UNITS)[number]; amount: string } {
  let amount = bytes;
  let unit = 0;
  // A value that would round up to 1,000 uses the next unit.
  while (amount >= 999.5 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const isWhole = unit === 0 || amount >= 9.95;
  return { unit: UNITS[unit] ?? 'bytes', amount: amount.toFixed(isWhole ? 0 : 1) };
}
