import { z } from 'zod';
import { decodeBase64UrlText, encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';

export const MAX_LIMIT = 100;

/** The last entry of the previous page. Lists are newest first, and by id within one instant. */
interface Cursor {
  /** UTC ms. */
  date: number;
  id: string;
}

const limitError = { error: fieldError('limit_out_of_range') };
export const cursorError = { error: fieldError('cursor_invalid') };

/** The query of a list: `?limit=` (1 to 100, the default), and `?cursor=`, opaque, which the `Link` of a page contains. */
export const pageQuery = {
  limit: {
    schema: z
      .string(limitError)
      .regex(/^[1-9]\d{0,2}$/, limitError)
      .transform(Number)
      .refine((limit) => limit <= MAX_LIMIT, limitError),
    example: '50',
  },
  cursor: {
    schema: z
      .string(cursorError)
      .max(512, cursorError)
      .transform(decodeCursor)
      .pipe(z.custom<Cursor>(Boolean, cursorError)),
    example: 'MTc5NTAwMDAwMDAwMC50eG5fMDE',
  },
};

/** A cursor that the workspace's object writes and reads. */
export const opaqueCursor = z.string(cursorError).regex(/^[\w.~-]{1,256}$/, cursorError);

/** Reads one page of a list, and links the next. @param load reads `count` entries after the cursor: one beyond the page. */
export async function readPage<Entry extends Cursor>(
  { request, query, headers }: PageArgs,
  load: (count: number, after: Cursor | null) => Promise<readonly Entry[]>,
): Promise<readonly Entry[]> {
  const { limit = MAX_LIMIT, cursor = null } = query;
  const found = await load(limit + 1, cursor);
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  if (found.length > limit && last) {
    const next = encodeBase64Url(new TextEncoder().encode(`${last.date}.${last.id}`));
    linkNext({ request, headers }, { limit: String(limit), cursor: next });
  }
  return entries;
}

/** Writes the `Link` header (RFC 8288) of the next page: the request's address with other parameters, at least `cursor`. */
export function linkNext(
  { request, headers }: Pick<PageArgs, 'request' | 'headers'>,
  parameters: Record<string, string>,
): void {
  const { pathname, searchParams } = new URL(request.url);
  for (const [name, value] of Object.entries(parameters)) searchParams.set(name, value);
  headers.set('Link', `<${pathname}?${searchParams}>; rel="next"`);
}

interface PageArgs {
  request: Request;
  query: { limit?: number | undefined; cursor?: Cursor | undefined };
  headers: Headers;
}

/** A cursor needs no signature: it only selects from what the caller can read anyway. */
function decodeCursor(text: string): Cursor | null {
  const [, date, id] = decodeBase64UrlText(text)?.match(/^(\d{1,15})\.([\w-]{1,128})$/) ?? [];
  return date === undefined || id === undefined ? null : { date: Number(date), id };
}
