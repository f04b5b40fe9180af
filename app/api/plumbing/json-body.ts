import { findJsonFault, type JsonFault, positionIn } from '#app/domain/encoding/json.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { invalidForm } from '#app/http/parse-body.ts';

/** Deeper than any body of the API. */
const MAX_DEPTH = 32;
const PATH_LENGTH = 100;

/**
 * Reads a JSON body (RFC 8259). Refuses what two parsers could read differently: a repeated key, a number that loses
 * digits, half a surrogate pair, bytes that are not UTF-8.
 * @throws AppError unsupported_media_type; malformed_body, with the position and a field at fault; body_too_deep.
 */
export async function readJson(request: Request): Promise<unknown> {
  if (!isJson(request.headers)) throw new AppError('unsupported_media_type');
  const bytes = new Uint8Array(await request.arrayBuffer());
  const text = decode(bytes);
  const fault = findJsonFault(text, MAX_DEPTH);
  if (fault) throw refusalOf(text, fault);
  return JSON.parse(text);
}

/** Reads a JSON object. @param isOptional takes an empty body for an empty object. @throws as `readJson`. */
export async function readJsonObject(request: Request, isOptional = false): Promise<Record<string, unknown>> {
  if (isOptional && (await request.clone().arrayBuffer()).byteLength === 0) return {};
  const body = await readJson(request);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed_body');
  return body as Record<string, unknown>;
}

/** Accepts no body or `{}`, and refuses any field by its name. @throws AppError invalid_form; and as `readJson`. */
export async function refuseBody(request: Request): Promise<void> {
  const names = Object.keys(await readJsonObject(request, true));
  if (names.length > 0) throw invalidForm(names.map((name) => [name, fieldError('unknown_field')]));
}

function isJson(headers: Headers): boolean {
  const [type, ...parameters] = (headers.get('Content-Type') ?? '').toLowerCase().split(';');
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset.trim());
  // The portal decompresses no body.
  const encoding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? 'identity';
  return type?.trim() === 'application/json' && isUtf8 && encoding === 'identity';
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const readable = bytes.subarray(0, readableLength(bytes));
    // `stream` leaves out a truncated sequence.
    const text = new TextDecoder().decode(readable, { stream: true });
    throw new AppError('malformed_body', { cause, position: positionIn(text, text.length) });
  }
}

/** @returns the number of bytes before the first that is not UTF-8. */
function readableLength(bytes: Uint8Array): number {
  // The decoder replaces invalid bytes, and the replacement encodes to other bytes.
  const encoder = new TextEncoder();
  const again = encoder.encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const different = bytes.findIndex((byte, index) => byte !== again[index]);
  return different === -1 ? bytes.length : different;
}

function refusalOf(text: string, fault: JsonFault): AppError {
  const position = positionIn(text, fault.at);
  if (fault.kind === 'too-deep') return new AppError('body_too_deep', { position });
  if (!('path' in fault)) return new AppError('malformed_body', { position });
  const key = fieldError(fault.kind === 'duplicate-key' ? 'duplicate_field' : 'number_imprecise');
  return new AppError('malformed_body', { position, fields: { [fault.path.slice(0, PATH_LENGTH)]: key } });
}
