/** One line of a table: a figure beside its baseline and its goal. */
export interface Figure {
  what: string;
  /** The product's figure, with its unit. */
  ours: string;
  /** The baseline's figure of the same run, with its unit and name; empty without one. */
  baseline: string;
  /** Ours to the baseline's; null where the goal is no ratio. */
  ratio: number | null;
  goal: string;
  /** Null where nothing is promised. */
  isMet: boolean | null;
}

/** A part's chapter of docs/benchmarks.md. */
export interface Section {
  title: string;
  /** What was measured, and how; paragraphs of Markdown. */
  text: string;
  figures: readonly Figure[];
  /** Markdown below the table. */
  notes?: string;
}

/** @returns a figure with a goal for its ratio to a baseline. */
export function ratioFigure(
  what: string,
  ours: number,
  baseline: { value: number; name: string },
  { ratio, atMost, atLeast, unit }: { ratio: number; atMost?: number; atLeast?: number; unit: string },
): Figure {
  const goal = atMost !== undefined ? `<= ${atMost}` : atLeast !== undefined ? `>= ${atLeast}` : '';
  const isMet = atMost !== undefined ? ratio <= atMost : atLeast !== undefined ? ratio >= atLeast : null;
  const shown = (value: number) => `${round(value)} ${unit}`;
  return {
    what,
    ours: shown(ours),
    baseline: `${shown(baseline.value)} (${baseline.name})`,
    ratio,
    goal,
    isMet,
  };
}

/** @returns a figure with a goal of its own, beside what a baseline needs. */
export function valueFigure(
  what: string,
  value: number,
  { unit, atMost, atLeast, baseline }: { unit: string; atMost?: number; atLeast?: number; baseline?: string },
): Figure {
  const goal =
    atMost !== undefined ? `<= ${atMost} ${unit}` : atLeast !== undefined ? `>= ${atLeast} ${unit}` : '';
  const isMet = atMost !== undefined ? value <= atMost : atLeast !== undefined ? value >= atLeast : null;
  return {
    ...{ what, ours: `${round(value)} ${unit}`.trim(), baseline: baseline ?? '', ratio: null },
    ...{ goal: goal.trim(), isMet },
  };
}

/** @returns a number with three figures that count. */
export function round(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en');
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
