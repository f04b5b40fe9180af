import { member, onceConfirmed } from '#app/http/admission.ts';
import { contentDisposition } from '#app/http/content-disposition.ts';
import { page } from '#app/http/handlers.ts';
import { readAttachment } from '#app/use-cases/support/read-attachment.ts';

/** The attachment of the viewer's own ticket. A download only: the portal's host must not render foreign files. */
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
