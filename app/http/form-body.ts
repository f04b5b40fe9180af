import { indexOfBytes } from '#app/domain/encoding/bytes.ts';
import { AppError } from '#app/domain/errors/app-error.ts';

/** A posted field, in the order of the body. */
export type FormEntry = readonly [name: string, value: string | File];

/** Far above the longest name of any form: a path 5,000 deep ends here. */
const MAX_NAME_LENGTH = 100;
/** In UTF-16 units; above the longest text that any form accepts. */
const MAX_VALUE_LENGTH = 32 * 1024;
/** A boundary's longest form (RFC 2046, 5.1.1). */
const MAX_BOUNDARY_LENGTH = 70;

/**
 * Reads a posted form's entries, counted in the bytes before anything is built from them.
 * @throws AppError unsupported_media_type for anything but a form, malformed_body for a broken one, body_too_large for
 *   too many entries or too long a value.
 */
export async function readFormEntries(request: Request, maxEntries: number): Promise<FormEntry[]> {
  const contentType = request.headers.get('Content-Type') ?? '';
  const bytes = new Uint8Array(await request.arrayBuffer());
  const entries = await entriesOf(bytes, contentType, maxEntries);
  if (entries.length > maxEntries) throw new AppError('body_too_large');
  for (const [name, value] of entries) {
    if (name.length > MAX_NAME_LENGTH) throw new AppError('malformed_body');
    if (typeof value === 'string' && value.length > MAX_VALUE_LENGTH) throw new AppError('body_too_large');
  }
  return entries;
}

async function entriesOf(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  maxEntries: number,
): Promise<FormEntry[]> {
  switch (contentType.split(';')[0]?.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded': {
      if (countUpTo(maxEntries, bytes, ASCII.encode('&')) >= maxEntries) throw new AppError('body_too_large');
      return [...new URLSearchParams(new TextDecoder().decode(bytes))];
    }
    case 'multipart/form-data': {
      const boundary = boundaryOf(contentType);
      if (boundary === null) throw new AppError('malformed_body');
      // Each part has a delimiter before it, and one ends the form.
      const delimiters = countUpTo(maxEntries + 2, bytes, ASCII.encode(`--${boundary}`));
      if (delimiters > maxEntries + 1) throw new AppError('body_too_large');
      return readMultipart(bytes, contentType);
    }
    default:
      throw new AppError('unsupported_media_type');
  }
}

async function readMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormEntry[]> {
  try {
    const form = await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData();
    return [...form];
  } catch (cause) {
    throw new AppError('malformed_body', { cause });
  }
}

/** Accepts no parameter but the boundary (RFC 2046, 5.1.1): the runtime's parser could read others differently. */
const MULTIPART = /^multipart\/form-data;[ \t]*boundary=(?:"([\w'()+,./:=? -]*)"|([\w'+.-]+))$/i;

/** @returns the boundary of a posted form; null for any other content, and for a boundary that no browser writes. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = MULTIPART.exec(contentType.trim()) ?? [];
  const boundary = quoted ?? plain ?? '';
  return boundary === '' || boundary.length > MAX_BOUNDARY_LENGTH ? null : boundary;
}

const ASCII = new TextEncoder();

/** @returns how often the mark occurs in the bytes; stops counting at `max`. */
function countUpTo(max: number, bytes: Uint8Array, mark: Uint8Array): number {
  let count = 0;
  for (let at = 0; count < max; at += mark.byteLength) {
    at = indexOfBytes(bytes, mark, at);
    if (at < 0) break;
    count += 1;
  }
  return count;
}
