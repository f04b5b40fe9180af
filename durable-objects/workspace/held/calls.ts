import { boundsOf, INLINE_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import type {
  HeldDetail,
  HeldList,
  HeldRequest,
  HeldSettings,
} from '#app/domain/held-webhooks/held-request.ts';
import { maskValues } from '#app/domain/held-webhooks/mask.ts';
import { drop as dropRequest, tryAgain } from '#app/domain/held-webhooks/replay.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import type { HeldChoice, HeldFilter, HeldSelection } from '#app/use-cases/workspace/held-rpc.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import { openContent } from './content.ts';
import type { HeldPorts } from './ports.ts';
import type { HeldRow } from './row.ts';
import type { WaitingMail } from './waiting-mail.ts';

const PAGE_SIZE = 50;
const notFound = { ok: false, code: 'held_request_not_found' } as const;

/**
 * Reads and changes a workspace's held requests for its people.
 * @param onChanged runs after each change, which can make a replay due, or open or close the gate.
 */
export function heldCalls(ports: HeldPorts, mail: WaitingMail, onChanged: () => Promise<void>) {
  const { rows, paths, clock } = ports;

  function list(state: InstanceState, filter: HeldFilter): HeldList {
    const now = clock.now();
    const before = /^[1-9]\d{0,15}$/.test(filter.cursor ?? '')
      ? Number(filter.cursor)
      : Number.MAX_SAFE_INTEGER;
    const found = rows.page({ ...filter, before, limit: PAGE_SIZE + 1 });
    const page = found.slice(0, PAGE_SIZE);
    const last = found.length > PAGE_SIZE ? page.at(-1) : undefined;
    return {
      instance: viewOf(state, now),
      ...paths.settings(),
      ...paths.list(now, filter.path),
      requests: page.map(toHeldRequest),
      nextCursor: last ? String(last.sequence) : null,
      bounds: boundsOf(state.facts.limits),
      totals: rows.totals(),
      now,
    };
  }

  async function find(id: string): Promise<RpcResult<HeldDetail>> {
    const row = rows.find(id);
    if (!row) return notFound;
    return { ok: true, value: { ...toHeldRequest(row), ...(await contentOf(row)) } };
  }

  async function contentOf(row: HeldRow): Promise<Pick<HeldDetail, 'query' | 'headers' | 'body'>> {
    if (!row.hasContent) return { query: [], headers: [], body: null };
    // People wait for no memory, but others wait for theirs.
    const release = await ports.bodies.take(row.hasFile ? row.size : 0, Number.POSITIVE_INFINITY);
    try {
      const { search, headers, body } = await openContent(ports, row);
      return {
        query: maskValues(new URLSearchParams(search)),
        headers: maskValues(headers),
        body: body.byteLength === 0 ? null : toHeldBody(body),
      };
    } finally {
      release();
    }
  }

  /** @returns the selected rows, those of a path a part at a time; null if one of the ids is unknown. */
  function select(selection: HeldSelection): HeldRow[] | Generator<HeldRow> | null {
    if ('path' in selection) return rows.openOf(selection.path, selection.until);
    const found = [...new Set(selection.ids)].map((id) => rows.find(id));
    return found.every((row) => row !== null) ? found : null;
  }

  async function replay(selection: HeldSelection): Promise<RpcResult<{ count: number }>> {
    const selected = select(selection);
    if (!selected) return notFound;
    if (Array.isArray(selected) && selected.some(({ hasContent }) => !hasContent))
      return { ok: false, code: 'held_content_gone' };
    const now = clock.now();
    const seen = 'ids' in selection && selection.seenAttempts;
    let count = 0;
    for (const row of selected) {
      // The page may show an earlier failure; another replay would run the workflow again.
      const isStale = seen && row.state === 'failed' && seen !== String(row.attempts);
      if (!row.hasContent || isStale) continue;
      if (count === 0) mail.beforeWaiting();
      rows.change(row, tryAgain(row, now), { isGone: false });
      count += 1;
    }
    await onChanged();
    return { ok: true, value: { count } };
  }

  async function drop(selection: HeldSelection): Promise<RpcResult<{ count: number }>> {
    const selected = select(selection);
    if (!selected) return notFound;
    const now = clock.now();
    let count = 0;
    for (const row of selected) {
      if (row.state !== 'waiting' && row.state !== 'failed') continue;
      rows.change(row, dropRequest(row, now), { isGone: true });
      count += 1;
    }
    await onChanged();
    return { ok: true, value: { count } };
  }

  async function choose({ paused, order, path }: HeldChoice): Promise<RpcResult<HeldSettings>> {
    const before = paths.settings();
    paths.setSettings({ paused: paused ?? before.paused, order: order ?? before.order });
    if (path) paths.choose(path.path, path.choice, clock.now());
    await onChanged();
    return { ok: true, value: paths.settings() };
  }

  return { list, find, replay, drop, choose };
}

/** @returns a row as people see it. */
export function toHeldRequest(row: HeldRow): HeldRequest {
  const { sequence, run, tries, breaks, unansweredIn, firstTriedAt, hasFile, keptBytes, ...request } = row;
  return request;
}

/** @returns the beginning of a body: as text if all of it is UTF-8, else as base64. */
function toHeldBody(whole: Uint8Array): HeldDetail['body'] {
  const isCut = whole.byteLength > INLINE_BODY_BYTES;
  const part = whole.subarray(0, INLINE_BODY_BYTES);
  try {
    // `stream` leaves out a character that the cut splits; that character is not a sign of binary data.
    const content = new TextDecoder('utf-8', { fatal: true }).decode(part, { stream: isCut });
    if (!content.includes('\0')) return { encoding: 'text', content, isCut };
  } catch {
    // TextDecoder throws TypeError for bytes that are not UTF-8.
  }
  return { encoding: 'base64', content: Buffer.from(part).toString('base64'), isCut };
}
