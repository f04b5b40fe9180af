import { member } from '#app/http/admission.ts';
import { contentDisposition } from '#app/http/content-disposition.ts';
import { page } from '#app/http/handlers.ts';
import { archiveHeldWebhooks } from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';

/** All held webhooks with whole bodies, as a file. */
export const loader = page(member('workspace:configure'), async ({ context, viewer }) => {
  const content = await archiveHeldWebhooks(context.services, viewer, context.client);
  return new Response(content, {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': contentDisposition(`held-webhooks-${viewer.workspace.name}.ndjson`),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
});
