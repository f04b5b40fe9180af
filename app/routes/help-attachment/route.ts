import { member, onceConfirmed } from '#app/http/admission.ts';
import { downloadAnswer } from '#app/http/download-answer.ts';
import { page } from '#app/http/handlers.ts';
import { readAttachment } from '#app/use-cases/support/read-attachment.ts';

/** The attachment of the viewer's own ticket. A download only: the portal's host must not render foreign files. */
export const loader = page(member('support:ask', onceConfirmed), async ({ params, context, viewer }) => {
  const file = await readAttachment(context.services, viewer, params.ticketId ?? '');
  const { name: fileName, bytes } = file;
  const type = file.type.startsWith('text/') ? `${file.type}; charset=utf-8` : file.type;
  return downloadAnswer(file.content, { type, fileName, bytes });
});
