import type { z } from 'zod';
import { can, type Permission } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { errorResponse } from './error-response.ts';
import { api } from './handlers.ts';
import type { RequestContext } from './load-context.ts';

/**
 * Who calls the API, by the cookie or a Bearer token.
 * @throws AppError not_signed_in, session_expired, forbidden.
 */
export async function requireApiViewer(context: RequestContext, permission: Permission): Promise<Viewer> {
  const state = await context.viewer();
  if (state.kind === 'anonymous') throw new AppError('not_signed_in');
  if (state.kind === 'expired') throw new AppError('session_expired');
  if (!can(state.viewer.role, permission)) throw new AppError('forbidden');
  return state.viewer;
}

/** @returns the 405 that names what an address does take (RFC 9110, 15.5.6). */
export function methodNotAllowed(allow: string): Response {
  const response = errorResponse(new AppError('method_not_allowed'));
  response.headers.set('Allow', allow);
  return response;
}

/** The loader or action of an address that takes only the `allow`ed methods, which the other one answers. */
export function refuseMethod(allow: string) {
  return api(async () => methodNotAllowed(allow));
}

/**
 * Reads a JSON object.
 * @throws AppError unsupported_media_type, malformed_body.
 */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new AppError('unsupported_media_type');
  const body: unknown = await request.json().catch((cause: unknown) => {
    throw new AppError('malformed_body', { cause });
  });
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed_body');
  return body as Record<string, unknown>;
}

/**
 * @returns the body as the schema has it.
 * @throws AppError invalid_form naming each field that is wrong or unknown, by its path such as `saveExecutions.manual`.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = 'manage.refusal.unknownField';
    } else {
      fields[issue.path.join('.')] ??= issue.message;
    }
  }
  throw new AppError('invalid_form', { fields });
}
