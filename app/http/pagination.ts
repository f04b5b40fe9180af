import { decodeBase64Url, encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { type FieldErrorCode, fieldError } from '#app/domain/errors/field-errors.ts';

const LIMIT_MAX = 100;

/** The entry that the page before ended with: newest first, and by its id where two are as old. */
interface Cursor {
  /** UTC ms. */
  date: number;
  id: string;
}

interface PageRequest {
  limit: number;
  after: Cursor | null;
}

/**
 * Reads `?limit=` (1 to 100, the default) and `?cursor=`, which is opaque: a page's `Link` has the next one.
 * @throws AppError invalid_query naming what is wrong, or given twice.
 */
export function readPageRequest(request: Request): PageRequest {
  const { searchParams } = new URL(request.url);
  const limit = once(searchParams, 'limit', 'limit_out_of_range') ?? String(LIMIT_MAX);
  if (!/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > LIMIT_MAX)
    throw refusal('limit', 'limit_out_of_range');
  const cursor = once(searchParams, 'cursor', 'cursor_invalid');
  return { limit: Number(limit), after: cursor === null ? null : readCursor(cursor) };
}

/**
 * @param found one more entry than the limit, when there are so many: it tells that there is another page.
 * @returns what the page shows, and the `Link` header (RFC 8288) of the next one.
 */
export function pageOf<Entry extends Cursor>(
  request: Request,
  { limit }: PageRequest,
  found: readonly Entry[],
): { entries: readonly Entry[]; headers: Record<string, string> } {
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  if (found.length <= limit || !last) return { entries, headers: {} };
  const { pathname } = new URL(request.url);
  const query = new URLSearchParams({ limit: String(limit), cursor: writeCursor(last) });
  return { entries, headers: { Link: `<${pathname}?${query}>; rel="next"` } };
}

function writeCursor({ date, id }: Cursor): string {
  return encodeBase64Url(new TextEncoder().encode(`${date}.${id}`));
}

/** Not signed: it only says where to go on in what the caller may read anyway. */
function readCursor(text: string): Cursor {
  const bytes = text.length <= 512 ? decodeBase64Url(text) : null;
  const [, date, id] = bytes
    ? (new TextDecoder().decode(bytes).match(/^(\d{1,15})\.([\w-]{1,128})$/) ?? [])
    : [];
  if (date === undefined || id === undefined) throw refusal('cursor', 'cursor_invalid');
  return { date: Number(date), id };
}

function once(searchParams: URLSearchParams, name: string, wrong: FieldErrorCode): string | null {
  const given = searchParams.getAll(name);
  if (given.length > 1) throw refusal(name, wrong);
  return given[0] ?? null;
}

function refusal(name: string, code: FieldErrorCode): AppError {
  return new AppError('invalid_query', { fields: { [name]: fieldError(code) } });
}
