import { z } from 'zod';
import { viewerFor } from '#app/domain/access/viewer.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';
import { instanceStatus } from './instance.ts';
import { anyone, defineCall, json } from './plumbing/call.ts';

const workspaces = z.array(
  z.strictObject({
    name: z.string().meta({ example: 'ada' }),
    url: z.url().meta({ example: 'https://ada.weft.example/' }),
    status: instanceStatus.nullable().meta({ example: 1 }),
  }),
);

/**
 * Spec §7: a person's workspaces by their user name, as far as the caller is a member too, with the second factor
 * required there; a token sees its own account's. Strangers get the empty list, as for an unused name.
 */
export const listWorkspaces = defineCall('GET /workspace/{username}', {
  who: anyone,
  parameters: { username: { schema: z.string(), example: 'ada' } },
  answers: { 200: json(workspaces) },
  failure: 'workspaces_not_loaded',
  async handle({ context, params }) {
    const state = await context.viewer();
    const viewer = viewerFor(state, 'workspace:view');
    if (viewer === null) return [];
    const found = await context.services.workspaceList.ofUser(params.username ?? '', {
      userId: viewer.user.id,
      accountId: state.kind === 'by-token' ? viewer.account.id : null,
    });
    return found.map(({ name, status }) => ({ name, url: workspaceUrl(context.portal, name), status }));
  },
});
