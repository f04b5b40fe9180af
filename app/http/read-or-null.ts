import { AppError } from '#app/domain/errors/app-error.ts';
import { tryOrNull } from '#app/use-cases/try-or-null.ts';
import type { RequestContext } from './load-context.ts';

/**
 * Reads a part of a page. A page that reloads its data keeps what it shows if this fails: `fetchData` does so for each
 * answer of 5xx.
 * @returns null if the read fails, after reporting it. @throws AppError workspace_status_unavailable while the page
 *   reloads.
 */
export async function readOrNull<Part>(
  context: Pick<RequestContext, 'isReload' | 'reportError'>,
  read: () => Promise<Part>,
): Promise<Part | null> {
  if (!context.isReload) return tryOrNull(context, read);
  try {
    return await read();
  } catch (cause) {
    throw new AppError('workspace_status_unavailable', { cause });
  }
}
