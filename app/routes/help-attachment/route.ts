import { member, onceConfirmed } from '#app/http/admission.ts';
import { contentDisposition } from '#app/http/content-disposition.ts';
import { page } from '#app/http/handlers.ts';
import { readAttachment } from '#app/use-cases/support/read-attachment.ts';

/** What somebody attached to a ticket of their own. Downloaded and never shown: it is a stranger's file on our host. */
export const loader = page(member('support:ask', onceConfirmed), async ({ params, context, viewer }) => {
  const { name, type, bytes, content } = await readAttachment(
    context.services,
    viewer,
    params.ticketId ?? '',
  );
  return new Response(content, {
    headers: {
      'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      'Content-Length': String(bytes),
      'Content-Disposition': contentDisposition(name),
    },
  });
});
