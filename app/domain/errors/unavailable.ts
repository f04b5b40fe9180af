/** No code wraps a failure this often; bounds a circular chain. */
const MAX_CAUSES = 5;

/**
 * The database does not respond, or reports trouble of its own; the statement itself may be fine. The message has the reason: a
 * log line names the cause of a failure, and no cause behind that.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super(`The database does not answer. ${cause}`, { cause });
  }
}

/** @returns whether the error, or one of its causes, is DatabaseUnavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  let at = error;
  for (let depth = 0; depth < MAX_CAUSES && at instanceof Error; depth += 1) {
    if (at instanceof DatabaseUnavailable) return true;
    at = at.cause;
  }
  return false;
}
