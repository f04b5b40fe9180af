/** One line of a table: a figure beside its baseline and its goal. */
export interface Figure {
  what: string;
  /** The product's figure, with its unit. */
  ours: string;
  /** The baseline's figure in the same run, with its unit and name; empty without one. */
  baseline: string;
  /** The ratio of ours to the baseline's; null if the goal is not a ratio. */
  ratio: number | null;
  goal: string;
  /** Null without a goal. */
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

/** @returns a figure with an absolute goal, beside its baseline. */
export function valueFigure(
  what: string,
  value: number,
  { unit, atMost, atLeast, baseline }: { unit: string; atMost?: number; atLeast?: number; baseline?: string },
): Figure {
  const goal =
    atMost !== undefined ? `<= ${atMost} ${unit}` : atLeast !== undefined ? `>= ${atLeast} ${unit}` : '';
  const isMet = atMost !== undefined ? value <= atMost : atLeast !== undefined ? value >= atLeast : null;
  return {
    what,
    ours: `${round(value)} ${unit}`.trim(),
    baseline: baseline ?? '',
    ratio: null,
    goal: goal.trim(),
    isMet,
  };
}

/** @returns a number with three significant figures. */
export function round(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en');
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
