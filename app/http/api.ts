import type { z } from 'zod';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { anyone } from './admission.ts';
import { methodNotAllowed } from './error-response.ts';
import { api } from './handlers.ts';
import { readJson } from './json-body.ts';

/** A refusal names so many fields, and so much of each name: a body of a megabyte is not to be told back. */
const NAMED_FIELDS = 20;
const NAME_LENGTH = 100;

/** The loader or action of an address that takes only the `allow`ed methods, which the other one answers. */
export function refuseMethod(allow: string) {
  return api(anyone, async () => methodNotAllowed(allow), { methods: allow });
}

/**
 * Reads a JSON object.
 * @throws AppError unsupported_media_type, malformed_body, body_too_deep.
 */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const body = await readJson(request);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed_body');
  return body as Record<string, unknown>;
}

/** Reads a JSON object where none is needed. @returns an empty one for an empty body. @throws as `readJsonObject`. */
export async function readOptionalJsonObject(request: Request): Promise<Record<string, unknown>> {
  const isEmpty = (await request.clone().arrayBuffer()).byteLength === 0;
  return isEmpty ? {} : readJsonObject(request);
}

/**
 * For a call that takes no body: `{}` is as good as none, and anything in it is refused by its name rather than left
 * without effect.
 *
 * @throws AppError invalid_form; and as `readJsonObject`.
 */
export async function refuseBody(request: Request): Promise<void> {
  const names = Object.keys(await readOptionalJsonObject(request));
  if (names.length > 0) {
    throw invalidForm(names.map((name) => [name, fieldError('unknown_field')]));
  }
}

/**
 * @returns the body as the schema has it.
 * @throws AppError invalid_form naming each field that is wrong or unknown, by its path such as `saveExecutions.manual`.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidForm(
    parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key): Named => [[...issue.path, key].join('.'), fieldError('unknown_field')])
        : [[issue.path.join('.'), issue.message]],
    ),
  );
}

type Named = [name: string, key: string];

function invalidForm(named: Named[]): AppError {
  const first = new Map<string, string>();
  for (const [name, key] of named) {
    const short = name.slice(0, NAME_LENGTH);
    if (!first.has(short) && first.size < NAMED_FIELDS) first.set(short, key);
  }
  return new AppError('invalid_form', { fields: Object.fromEntries(first) });
}
