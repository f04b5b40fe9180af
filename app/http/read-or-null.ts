import { AppError } from '#app/domain/errors/app-error.ts';
import { tryOrNull } from '#app/use-cases/try-or-null.ts';
import type { RequestContext } from './load-context.ts';

/**
 * @returns a part of a page; null if the read fails, which is reported.
 * @throws AppError workspace_status_unavailable while the page reloads its data: it keeps what it shows (`fetchData`).
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
