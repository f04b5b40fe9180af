import { member } from '#app/http/admission.ts';
import { downloadAnswer } from '#app/http/download-answer.ts';
import { page } from '#app/http/handlers.ts';
import { archiveHeldWebhooks } from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';

/** All held webhooks with whole bodies, as a file. */
export const loader = page(member('workspace:configure'), async ({ context, viewer, actor }) => {
  const content = await archiveHeldWebhooks(context.services, actor);
  return downloadAnswer(content, {
    type: 'application/x-ndjson; charset=utf-8',
    fileName: `held-webhooks-${viewer.workspace.name}.ndjson`,
  });
});
