const unitsMs = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 } as const;

// Ten years: further on, dates of the product's plans make no sense any more.
const longestMs = 3_660 * unitsMs.D;

/**
 * An ISO 8601 duration of weeks, days, hours, minutes and seconds, in milliseconds. Undefined when it is no such thing, is
 * zero or longer than ten years. Months and years are refused: how long they are depends on when they begin.
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
  return totalMs > 0 && totalMs <= longestMs ? totalMs : undefined;
}
