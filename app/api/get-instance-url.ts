import { z } from 'zod';
import { isFromAnotherSite } from '#app/http/foreign-navigation.ts';
import { openWorkspace } from '#app/use-cases/workspace/open-workspace.ts';
import { AppError, caller, defineCall, json } from './plumbing/call.ts';

/** Spec §7: the single-use link that signs the caller in to their workspace. Another site cannot read it, nor request it. */
export const getInstanceUrl = defineCall('GET /instance/url', {
  who: caller('workspace:open'),
  answers: {
    200: json(z.strictObject({ url: z.url() }), { url: 'https://ada.weft.example/weft/open?token=x' }),
  },
  refusals: ['foreign_origin', 'workspace_not_found', 'workspace_not_online'],
  async handle({ request, context, viewer }) {
    if (isFromAnotherSite(request)) throw new AppError('foreign_origin');
    return await openWorkspace(context.services, viewer);
  },
});
