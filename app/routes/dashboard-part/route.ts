import { json } from '@remix-run/cloudflare';
import { AppError } from '#app/domain/errors/app-error.ts';
import { member } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { partReaders } from './read-parts.ts';

/** A part of the dashboard, which the page's script requests: its slowness or failure does not affect other parts. */
export const loader = page(member('workspace:view'), async ({ params, context, viewer }) => {
  const { part = '' } = params;
  if (!Object.hasOwn(partReaders, part)) throw new AppError('not_found');
  const value = await partReaders[part as keyof typeof partReaders](context, viewer);
  return json({ value });
});
