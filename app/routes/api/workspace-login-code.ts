import { AppError } from '#app/domain/errors/app-error.ts';
import { anyone } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { workspaceLoginCodeBody } from '#app/http/api-bodies/auth.ts';
import { api } from '#app/http/handlers.ts';
import { mintLoginCode } from '#app/use-cases/session/login-code.ts';
import { workspaceOfToken } from '#app/use-cases/workspace/workspace-of-token.ts';

/**
 * A workspace asks for the code that brings one of its people here (docs/cluster.md, "Into the portal"). The token is
 * signed by the workspace's own key, which its object checks.
 */
export const action = api(
  anyone,
  async ({ request, context }) => {
    const { token } = parseBody(workspaceLoginCodeBody, await readJsonObject(request));
    const name = workspaceOfToken(token);
    const address = name === null ? null : await context.services.workspaces.addressOf(name);
    // 401, as for a token whose time is over: the workspace then compares its clock with the portal's.
    if (!address) throw new AppError('signature_invalid');
    const { workspaceId } = address;
    const call = await context.services.workspaceObject(workspaceId).verifyCall(token);
    if (!call.ok) throw new AppError(call.code);
    return Response.json(await mintLoginCode(context.services, { workspaceId, ...call.value }));
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
