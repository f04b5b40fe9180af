import { AppError } from '#app/domain/errors/app-error.ts';

/** More than a browser writes above a file. */
const HEADERS_MAX_BYTES = 16 * 1024;
/** Of the fields before the file: the portal's upload has none. */
const FIELDS_MAX = 20;
const FIELDS_MAX_BYTES = 64 * 1024;
/** Read and thrown away of a form that is refused, so that the sender hears why. */
const REFUSED_MAX_BYTES = 16 * 1024 * 1024;

const utf8 = new TextDecoder();
const bytesOf = (text: string) => new TextEncoder().encode(text);
const HEADERS_END = bytesOf('\r\n\r\n');

/** A file inside a form that is still being sent. */
export interface MultipartFile {
  /** As the sender calls it; empty when no file was chosen. */
  fileName: string;
  /** Its bytes as they arrive; fails with malformed_body when the form ends before it does. */
  content: ReadableStream<Uint8Array>;
  /**
   * Reads what is left of the form and throws it away, so that the sender hears the answer instead of a broken connection.
   * @param maxBytes after that many it is broken off after all.
   */
  discardRest(maxBytes: number): Promise<void>;
}

/**
 * Opens the file in a field of a posted form (RFC 7578) without reading it: `Request.formData` would hold all of it.
 *
 * @throws AppError unsupported_media_type for anything but a multipart form, malformed_body when the field is not there
 *   or too much is before it.
 */
export async function openMultipartFile(request: Request, field: string): Promise<MultipartFile> {
  const type = request.headers.get('Content-Type') ?? '';
  const boundary = /^multipart\/form-data\s*;.*\bboundary="?([^";,\s]{1,70})"?/i.exec(type)?.[1];
  if (boundary === undefined || !request.body) throw new AppError('unsupported_media_type');
  const body = byteReader(request.body.getReader());
  const delimiter = bytesOf(`\r\n--${boundary}`);
  // The first delimiter has no line before it.
  body.unread(bytesOf('\r\n'));
  const disposition = await seekField(body, delimiter, field);
  if (disposition === null) {
    await body.discard(REFUSED_MAX_BYTES);
    throw new AppError('malformed_body');
  }
  return {
    fileName: parameterOf(disposition, 'filename') ?? '',
    content: streamOf(body.until(delimiter)),
    discardRest: body.discard,
  };
}

/** Reads a part's headers. @returns the one that names it; empty when there is none. */
async function dispositionOf(body: ReturnType<typeof byteReader>): Promise<string> {
  const headers = utf8.decode(await collected(body.until(HEADERS_END), HEADERS_MAX_BYTES));
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
    unread(bytes: Uint8Array): void {
      ahead = joined(bytes, ahead);
    },

    /** What comes before the mark, which is passed over. @throws AppError malformed_body when it never comes. */
    async *until(mark: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
      for (;;) {
        const at = indexOf(ahead, mark);
        if (at >= 0) {
          const before = ahead.subarray(0, at);
          ahead = ahead.subarray(at + mark.byteLength);
          if (before.byteLength > 0) yield before;
          return;
        }
        // The mark may have begun in the last bytes.
        const safe = Math.max(0, ahead.byteLength - mark.byteLength + 1);
        const [ready, kept] = [ahead.subarray(0, safe), ahead.subarray(safe)];
        ahead = kept;
        if (ready.byteLength > 0) yield ready;
        const chunk = await next();
        if (chunk === null) throw new AppError('malformed_body');
        ahead = joined(ahead, chunk);
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

/** Reads nothing before it is asked to: a read under way would be in the way of who discards the rest. */
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

/** @returns the header that names the field; null when too much comes before it. */
async function seekField(
  body: ReturnType<typeof byteReader>,
  delimiter: Uint8Array,
  field: string,
): Promise<string | null> {
  for (let passed = 0; passed <= FIELDS_MAX; passed += 1) {
    let size = 0;
    for await (const chunk of body.until(delimiter)) {
      size += chunk.byteLength;
      if (size > FIELDS_MAX_BYTES) return null;
    }
    const disposition = await dispositionOf(body);
    if (parameterOf(disposition, 'name') === field) return disposition;
  }
  return null;
}

async function collected(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  let all = new Uint8Array();
  for await (const chunk of bytes) {
    all = joined(all, chunk);
    if (all.byteLength > maxBytes) throw new AppError('malformed_body');
  }
  return all;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.byteLength + second.byteLength);
  both.set(first);
  both.set(second, first.byteLength);
  return both;
}

/** @returns where the mark begins in the bytes; -1 when it is not in them. */
function indexOf(bytes: Uint8Array, mark: Uint8Array): number {
  const [first = 0] = mark;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + mark.byteLength > bytes.byteLength) return -1;
    if (mark.every((byte, offset) => bytes[at + offset] === byte)) return at;
  }
  return -1;
}
