import type { AppError } from '#app/domain/errors/app-error.ts';

const NAME = 'Retry-After';

/** @returns the header that says when a retry can help; none for a failure that does not know. */
export function retryHeaders({
  retryAfterSeconds,
}: Pick<AppError, 'retryAfterSeconds'>): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { [NAME]: String(retryAfterSeconds) };
}

/** Copies the header of an answer to the page that takes its place. */
export function copyRetryAfter(from: Headers, to: Headers): void {
  const retryAfter = from.get(NAME);
  if (retryAfter) to.set(NAME, retryAfter);
}
