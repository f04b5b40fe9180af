import type { RehearsalOutcome, RehearsalState } from './state.ts';

// Apart from the state's schema, so that a page in the browser does not load zod.

/** @returns whether the rehearsal has more to do. */
export function isUnderWay({ phase }: Pick<RehearsalState, 'phase'>): boolean {
  return phase.kind !== 'reported';
}

/** @returns the findings about the version so far; null while it is checked. */
export function rehearsalOutcomeOf({ phase }: Pick<RehearsalState, 'phase'>): RehearsalOutcome | null {
  return 'outcome' in phase ? phase.outcome : null;
}
