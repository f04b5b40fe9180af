import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { invalidForm } from '#app/http/parse-body.ts';
import { readJson } from './json-body.ts';

/**
 * Reads a JSON object.
 * @param isOptional takes an empty body for an empty object.
 * @throws AppError unsupported_media_type, malformed_body, body_too_deep.
 */
export async function readJsonObject(request: Request, isOptional = false): Promise<Record<string, unknown>> {
  if (isOptional && (await request.clone().arrayBuffer()).byteLength === 0) return {};
  const body = await readJson(request);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed_body');
  return body as Record<string, unknown>;
}

/**
 * Takes no body or `{}`, and refuses any field by its name rather than ignoring it.
 * @throws AppError invalid_form; and as `readJsonObject`.
 */
export async function refuseBody(request: Request): Promise<void> {
  const names = Object.keys(await readJsonObject(request, true));
  if (names.length > 0) throw invalidForm(names.map((name) => [name, fieldError('unknown_field')]));
}
