import { SECOND_MS } from '#app/domain/time/clock.ts';

/** Far longer than R2 takes for 16 MB, or a workspace for a short answer. People and alarms wait for these calls. */
const DEADLINE_MS = 30 * SECOND_MS;

/** @returns the result of a call. @throws the created error if it has none in time; the call can still succeed later. */
export async function inTime<Result>(
  work: Promise<Result>,
  deadlineMs = DEADLINE_MS,
  createError = () => new Error('The called service did not respond in time.'),
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), deadlineMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
