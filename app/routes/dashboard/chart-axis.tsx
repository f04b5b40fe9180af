/** Steps that read well: one, two or five times a power of ten. */
function niceStep(top: number): number {
  const raw = top / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(raw, 1)));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= raw) ?? 10;
  return factor * power;
}

/** @returns the figures of the axis, from nothing up to the last below `top`: at most five. */
export function axisTicks(top: number): number[] {
  const step = niceStep(top);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
}

const UNITS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** @returns a figure of the axis in few characters, such as `2.5k`; the same in every engine, unlike `Intl`. */
export function shortFigure(value: number): string {
  const unit = UNITS.find(([size]) => value >= size);
  return unit ? `${Math.round((value / unit[0]) * 10) / 10}${unit[1]}` : String(value);
}

/** The figures at the left of a chart. The chart's own label and table have them in words. */
export function ChartAxis({ top, ticks }: { top: number; ticks: readonly number[] }) {
  return (
    <svg className="chart__axis" aria-hidden="true">
      {ticks.map((tick) => (
        <text key={tick} x="100%" y={`${100 - (tick / top) * 100}%`} dy="0.35em" textAnchor="end">
          {shortFigure(tick)}
        </text>
      ))}
    </svg>
  );
}
