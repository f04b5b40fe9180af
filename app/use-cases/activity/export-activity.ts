import type { ActivityFilter } from '#app/domain/access/activity-filter.ts';
import type { AuditEvent } from '#app/domain/access/audit.ts';
import { requirePermission } from '#app/domain/access/require-permission.ts';
import { type CsvPage, csvStream } from '#app/domain/encoding/csv.ts';
import type { Actor, RecordPorts } from '../record-acts.ts';
import type { Services } from '../services.ts';

const PAGE_ROWS = 1_000;

const HEADER = ['at', 'event', 'kind', 'by', 'email of by', 'concerns', 'address', 'place', 'browser'];

/**
 * The owner: exports the filtered events as CSV, in the filter's order. The file ends with the events at the time of the
 * request: a slow reader gets no later ones, since their permission is not checked again.
 * @param sentenceOf returns the page's sentence for an event.
 * @throws AppError forbidden.
 */
export async function exportActivity(
  ports: Pick<Services, 'activity'> & RecordPorts,
  actor: Actor,
  filter: ActivityFilter,
  sentenceOf: (event: AuditEvent) => string,
): Promise<ReadableStream<Uint8Array>> {
  const { viewer } = actor;
  requirePermission(viewer, 'activity:view');
  const by = { now: ports.clock.now(), ...actor };
  await ports.auditTrail.record(by, [{ kind: 'activity_downloaded' }]);
  const read = async (cursor: ActivityFilter['cursor']): Promise<CsvPage> => {
    const events = await ports.activity.page(viewer.account.id, { ...filter, cursor }, PAGE_ROWS);
    const known = events.filter(({ at }) => at <= by.now);
    const isOver = filter.order === 'oldest' && known.length < events.length;
    const last = events.length === PAGE_ROWS && !isOver ? events.at(-1) : undefined;
    return {
      lines: known.map((event) => lineOf(event, sentenceOf(event))),
      next: last ? () => read({ at: last.at, id: last.id }) : null,
    };
  };
  return csvStream(HEADER, await read(null));
}

function lineOf({ at, kind, actor, subject, address, place, userAgent }: AuditEvent, sentence: string) {
  const who = [actor?.name ?? '', actor?.email ?? ''];
  return [new Date(at).toISOString(), sentence, kind, ...who, subject ?? '', address, place ?? '', userAgent];
}
