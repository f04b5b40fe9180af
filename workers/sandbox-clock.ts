import { z } from 'zod';
import { AppError } from '#app/domain/errors/app-error.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { unwrap } from '#app/use-cases/workspace/call-object.ts';
import { configOf } from './config-of.ts';
import type { Env } from './env.ts';
import { workspaceStub } from './instances.ts';

const MAX_ADVANCE_MS = 400 * DAY_MS;
const bodySchema = z.object({
  workspace: z.string().min(1),
  advanceMs: z.number().int().positive().max(MAX_ADVANCE_MS),
});

/** Moves one workspace's time (design §5). Without the sandbox's token, never in production, this address does not exist. */
export async function advanceWorkspaceClock(
  request: Request,
  env: Env,
  context: RequestContext,
): Promise<Response> {
  const clockToken = configOf(env).sandbox?.clockToken;
  const isSandbox = clockToken && request.headers.get('Authorization') === `Bearer ${clockToken}`;
  if (!isSandbox || request.method !== 'POST') throw new AppError('not_found');
  const body = bodySchema.safeParse(await request.json().catch(() => null));
  if (!body.success) throw new AppError('malformed_body');
  const address = await context.services.workspaces.addressOf(body.data.workspace);
  if (!address) throw new AppError('workspace_not_found');
  const advanced = await workspaceStub(env, address.workspaceId).advanceClock(body.data.advanceMs);
  return Response.json(unwrap(advanced));
}
