import { z } from 'zod';
import { viewerFor } from '#app/domain/access/viewer.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';
import { instanceStatus } from './answers/instance.ts';
import { anyone, defineCall, json, withErrorCode } from './plumbing/call.ts';

const workspaces = z.array(
  z.strictObject({ name: z.string(), url: z.url(), status: instanceStatus.nullable() }),
);

/** Spec §7; the owner's user name is the workspace's name. Others than its members get the empty list, as for an unused name. */
export const listWorkspaces = defineCall('listWorkspaces', 'GET /workspace/{username}', {
  who: anyone,
  parameters: { username: { schema: z.string(), example: 'ada' } },
  answers: { 200: json(workspaces, [{ name: 'ada', url: 'https://ada.weft.example/', status: 1 }]) },
  async handle({ context, params }) {
    const viewer = viewerFor(await context.viewer(), 'workspace:view');
    if (viewer === null) return [];
    const found = await withErrorCode('workspaces_not_loaded', () =>
      context.services.workspaceList.named(params.username ?? '', viewer.user.id),
    );
    return found.map(({ name, status }) => ({ name, url: workspaceUrl(context.portal, name), status }));
  },
});
