import { urlOf } from './url-of.ts';
/** Marks a part that did not arrive in time: the page shows the rest, and its script requests only this part. */
export const LATE = 'late';
export type Late = typeof LATE;

/** How long a page waits for one of its parts, ms: not noticeable to a person. */
const PART_DEADLINE_MS = 400;

/**
 * Waits for a part of a page for a time that people do not notice. Other clients, and browsers without JavaScript, which
 * add `?whole`, get pages complete.
 * @returns the part, or `late`; a later result is dropped. @throws what the part throws in time.
 */
export async function withinDeadline<Part>(
  request: Request,
  part: Promise<Part>,
  deadlineMs = PART_DEADLINE_MS,
): Promise<Part | Late> {
  const isWhole = urlOf(request).searchParams.has('whole');
  // Fetch metadata: every browser since 2023 sends it.
  if (isWhole || !request.headers.has('Sec-Fetch-Dest')) return part;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(LATE), deadlineMs);
  });
  // A failure after the deadline is dropped: the next request has its own.
  part.catch(() => {});
  return Promise.race([part, late]).finally(() => clearTimeout(timer));
}
