import type { z } from 'zod';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { anyone } from './admission.ts';
import { methodNotAllowed } from './error-response.ts';
import { api } from './handlers.ts';

/** The loader or action of an address that takes only the `allow`ed methods, which the other one answers. */
export function refuseMethod(allow: string) {
  return api(anyone, async () => methodNotAllowed(allow));
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
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = fieldError('unknown_field');
    } else {
      fields[issue.path.join('.')] ??= issue.message;
    }
  }
  throw new AppError('invalid_form', { fields });
}
