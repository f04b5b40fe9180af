const unitsMs = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 } as const;

// Ten years: beyond that, dates of the product's plans make no sense.
const maxMs = 3_660 * unitsMs.D;

/**
 * Parses an ISO 8601 duration of weeks, days, hours, minutes and seconds into milliseconds. Undefined for other text, for
 * zero, and for more than ten years. Refuses months and years, whose length depends on their start.
 */
export function parseDurationMs(text: string): number | undefined {
  const match = /^P(?!$)(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text);
  if (!match) return undefined;
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  const totalMs =
    (weeks ?? 0) * unitsMs.W +
    (days ?? 0) * unitsMs.D +
    (hours ?? 0) * unitsMs.H +
    (minutes ?? 0) * unitsMs.M +
    (seconds ?? 0) * unitsMs.S;
  return totalMs > 0 && totalMs <= maxMs ? totalMs : undefined;
}
