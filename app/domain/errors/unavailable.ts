/** Deeper than anything wraps a failure. */
const MOST_CAUSES = 5;

/** The database does not answer, or says that it cannot: nothing is wrong with what was asked of it. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
  }
}

/** @returns whether that is what a failure comes from, whatever was wrapped around it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  let at = error;
  for (let depth = 0; depth < MOST_CAUSES && at instanceof Error; depth += 1) {
    if (at instanceof DatabaseUnavailable) return true;
    at = at.cause;
  }
  return false;
}
