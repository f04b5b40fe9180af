import { concatBytes, indexOfBytes } from '#app/domain/encoding/bytes.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { boundaryOf } from './form-body.ts';

/** More than a browser writes before a file. */
const MAX_HEADER_BYTES = 16 * 1024;
/** Limits of the fields before the file; the portal's upload has one. */
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;
/** A refused form is read up to here and discarded: without it the sender gets no answer. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

const utf8 = new TextDecoder();
const bytesOf = (text: string) => new TextEncoder().encode(text);
const HEADERS_END = bytesOf('\r\n\r\n');

/**
 * Opens the file in a field of a posted form (RFC 7578) without reading it: `Request.formData` would hold all of it.
 * @throws AppError unsupported_media_type for anything but a multipart form, malformed_body when the field is missing,
 *   or too much or a repeated field precedes it.
 */
export async function openMultipartFile(request: Request, field: string) {
  const boundary = boundaryOf(request.headers.get('Content-Type') ?? '');
  if (boundary === null || !request.body) throw new AppError('unsupported_media_type');
  const body = byteReader(request.body.getReader());
  const delimiter = bytesOf(`\r\n--${boundary}`);
  // The first delimiter has no line before it.
  body.putBack(bytesOf('\r\n'));
  const fields = new Map<string, string>();
  const disposition = await seekField(body, { delimiter, field, fields });
  if (disposition === null) {
    await body.discard(MAX_DISCARDED_BYTES);
    throw new AppError('malformed_body');
  }
  return {
    /** The sender's name for it; empty when no file was chosen. */
    fileName: parameterOf(disposition, 'filename') ?? '',
    /** The fields before it by name. */
    fields: fields as ReadonlyMap<string, string>,
    /** Its bytes as they arrive; fails with malformed_body when the form ends before it does. */
    content: streamOf(body.until(delimiter)),
    /** Discards the rest of the form, so that the sender gets the answer; closes the connection after the maximum. */
    discardRest: body.discard,
  };
}

/** Reads a part's headers. @returns its Content-Disposition; empty without one. */
async function dispositionOf(body: ReturnType<typeof byteReader>): Promise<string> {
  const headers = utf8.decode(await collect(body.until(HEADERS_END), MAX_HEADER_BYTES));
  return /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? '';
}

/** Browsers escape a quote inside one as %22 (RFC 7578, 4.2; https://html.spec.whatwg.org/#multipart-form-data). */
function parameterOf(disposition: string, name: 'name' | 'filename'): string | undefined {
  return new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition)?.[1];
}

/** Reads bytes up to a mark, whichever chunks it came in. */
function byteReader(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let ahead = new Uint8Array();
  const next = async () => {
    const { done, value } = await reader.read();
    return done ? null : value;
  };
  return {
    putBack(bytes: Uint8Array): void {
      ahead = concatBytes([bytes, ahead]);
    },

    /** Yields the bytes before the boundary and skips the boundary. @throws AppError malformed_body when it is missing. */
    async *until(mark: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
      for (;;) {
        const at = indexOfBytes(ahead, mark);
        if (at >= 0) {
          const before = ahead.subarray(0, at);
          ahead = ahead.subarray(at + mark.byteLength);
          if (before.byteLength > 0) yield before;
          return;
        }
        // The boundary may have started in the last bytes.
        const safe = Math.max(0, ahead.byteLength - mark.byteLength + 1);
        const [ready, kept] = [ahead.subarray(0, safe), ahead.subarray(safe)];
        ahead = kept;
        if (ready.byteLength > 0) yield ready;
        const chunk = await next();
        if (chunk === null) throw new AppError('malformed_body');
        ahead = concatBytes([ahead, chunk]);
      }
    },

    async discard(maxBytes: number): Promise<void> {
      for (let read = 0; read <= maxBytes; ) {
        const chunk = await next();
        if (chunk === null) return;
        read += chunk.byteLength;
      }
      await reader.cancel();
    },
  };
}

/** Reads on demand only: a pending read would block `discardRest`. */
function streamOf(bytes: AsyncGenerator<Uint8Array, void, void>): ReadableStream<Uint8Array> {
  const onDemand = { highWaterMark: 0 };
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    onDemand,
  );
}

/** @returns the sought field's Content-Disposition, and `fields` with what precedes it; null when that is too much
 * or repeats a field. */
async function seekField(
  body: ReturnType<typeof byteReader>,
  { delimiter, field, fields }: { delimiter: Uint8Array; field: string; fields: Map<string, string> },
): Promise<string | null> {
  let previous: string | undefined;
  for (let passed = 0; passed <= MAX_FIELDS; passed += 1) {
    let value = new Uint8Array();
    for await (const chunk of body.until(delimiter)) {
      value = concatBytes([value, chunk]);
      if (value.byteLength > MAX_FIELD_BYTES) return null;
    }
    if (previous !== undefined) {
      if (fields.has(previous)) return null;
      fields.set(previous, utf8.decode(value));
    }
    const disposition = await dispositionOf(body);
    previous = parameterOf(disposition, 'name');
    if (previous === field) return disposition;
  }
  return null;
}

async function collect(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  let all = new Uint8Array();
  for await (const chunk of bytes) {
    all = concatBytes([all, chunk]);
    if (all.byteLength > maxBytes) throw new AppError('malformed_body');
  }
  return all;
}
