import type { IncomingMessage } from 'node:http';

/** An unusable request body; the router answers with its status and message. */
export class BodyError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads the whole body as UTF-8 text. Throws {@link BodyError} 413 beyond `limitBytes`, before more of it is held in
 * memory.
 */
export async function readText(request: IncomingMessage, limitBytes: number): Promise<string> {
  return (await readBytes(request, limitBytes)).toString('utf8');
}

/** Reads the whole body. Throws as {@link readText} does. */
export async function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a body stream without an encoding yields buffers');
    size += chunk.length;
    if (size > limitBytes) throw new BodyError(413, `The body is larger than ${limitBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parses JSON text. Throws {@link BodyError} 400 when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyError(400, 'The body is not valid JSON.');
  }
}

/** Whether the caller is a browser's form, which expects a page, not JSON. */
export function isForm(contentType: string | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded';
}

/** The fields of a form, the last of each name. */
export function parseFormBody(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}
