import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import { idsOf } from '#db/read.ts';
import type { Services } from '../services.ts';

/**
 * The author of a ticket: reads its attachment.
 * @throws AppError attachment_not_found also for another person's ticket, provider_unavailable while the store is down.
 */
export async function readAttachment(
  ports: Pick<Services, 'attachments'> & { tickets: Pick<Services['tickets'], 'attachmentOf'> },
  viewer: Viewer,
  ticketId: string,
): Promise<{ name: string; type: string; bytes: number; content: ReadableStream }> {
  const kept = await ports.tickets.attachmentOf(idsOf(viewer), ticketId);
  if (!kept) throw new AppError('attachment_not_found');
  const file = await withErrorCode('provider_unavailable', () => ports.attachments.get(kept.key));
  if (!file) throw new AppError('attachment_not_found');
  return { name: kept.name, type: kept.type, ...file };
}
