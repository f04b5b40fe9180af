import { json } from '@remix-run/cloudflare';
import { AppError } from '#app/domain/errors/app-error.ts';
import { member } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { readOverview } from '#app/http/instance.ts';
import { readRecentExecutions, readWaitingWebhooks } from './read-parts.ts';

const readers = {
  overview: readOverview,
  executions: readRecentExecutions,
  webhooks: readWaitingWebhooks,
} as const;

/** A part of the dashboard, which the page's script requests: its slowness or failure does not affect other parts. */
export const loader = page(member('workspace:view'), async ({ params, context, viewer }) => {
  const { part = '' } = params;
  if (!Object.hasOwn(readers, part)) throw new AppError('not_found');
  const value = await readers[part as keyof typeof readers](context, viewer);
  return json({ value });
});
