import { canPathWait, MAX_WAITING_CHARACTERS } from '#app/domain/held-webhooks/bounds.ts';
import type { Queues, WaitingPaths } from '#app/domain/held-webhooks/gate.ts';
import type { HeldState, HeldTotals } from '#app/domain/held-webhooks/held-request.ts';
import { KEPT_BYTES, OPEN } from './schema.ts';
import type { Sql, SqlRow } from './sql.ts';

/** Paths per read. */
const BATCH = 250;

/** The newest request of the path `?2`. */
const IS_NEWEST = `sequence = (SELECT max(sequence) FROM held_requests WHERE state = 'waiting' AND path = ?2)`;

/** 1: n8n last answered the path with "not registered"; 2: finally, so the next requests end with it too; 0: otherwise. */
type Unregistered = 0 | 1 | 2;

/** The waiting requests of a path. */
interface PathQueue {
  count: number;
  level: Unregistered;
}

interface Counts {
  waiting: Map<string, PathQueue>;
  /** Number and length of these paths. */
  all: PathSums;
  unregistered: PathSums;
  /** More paths wait than have room in memory: the rest is read once half of it is free, and the gate is closed for all paths until then. */
  isPartial: boolean;
  /** Requests with content, and the bytes that they occupy. */
  kept: number;
  bytes: number;
  replayed: number;
  dropped: number;
}

type PathSums = Pick<WaitingPaths, 'count' | 'characters'>;

/** Counts of the waiting and the kept requests: read once in an object's life, then kept up to date by `rows.ts`. */
export function queueCounts(sql: Sql) {
  let counts: Counts | undefined;

  function read(): Counts {
    if (counts) return counts;
    const kept = sql
      .exec<{ kept: number; bytes: number }>(
        `SELECT count(${KEPT_BYTES}) AS kept, coalesce(sum(${KEPT_BYTES}), 0) AS bytes FROM held_requests WHERE ${OPEN}`,
      )
      .one();
    const none = () => ({ count: 0, characters: 0 });
    counts = {
      waiting: new Map(),
      all: none(),
      unregistered: none(),
      isPartial: false,
      ...kept,
      ...readEnded(),
    };
    readWaiting(counts);
    return counts;
  }

  function readEnded() {
    return sql
      .exec<Pick<Counts, 'replayed' | 'dropped'>>(
        `SELECT count(*) FILTER (WHERE state = 'replayed') AS replayed, count(*) FILTER (WHERE state = 'dropped') AS dropped
         FROM held_requests WHERE content IS NULL`,
      )
      .one();
  }

  function readWaiting(known: Counts): void {
    let last: string | undefined = '';
    while (last !== undefined) {
      const batch: Array<{ path: string; count: number; level: Unregistered }> = sql
        .exec<{ path: string; count: number; level: Unregistered }>(
          `SELECT path, count(*) AS count, max(is_unregistered) AS level FROM held_requests
           WHERE state = 'waiting' AND path > ? GROUP BY path ORDER BY path LIMIT ${BATCH}`,
          last,
        )
        .toArray();
      for (const { path, count, level } of batch) {
        add(known, path, count);
        mark(known, path, level);
      }
      last = known.isPartial ? undefined : batch.at(-1)?.path;
    }
  }

  /** Counts further waiting requests of a path, unless there is no room for the path. */
  function add(known: Counts, path: string, count: number): void {
    const entry = known.waiting.get(path);
    if (entry) entry.count += count;
    else if (known.isPartial || known.all.characters + path.length > MAX_WAITING_CHARACTERS)
      known.isPartial = true;
    else {
      known.waiting.set(path, { count, level: 0 });
      addPath(known.all, path, 1);
    }
  }

  function removeOne(known: Counts, path: string): void {
    const entry = known.waiting.get(path);
    if (!entry) return;
    entry.count -= 1;
    if (entry.count > 0) {
      // The request may be the one in which it is stored.
      if (entry.level > 0)
        sql.exec(
          `UPDATE held_requests SET is_unregistered = ?1 WHERE ${IS_NEWEST} AND is_unregistered <> ?1`,
          entry.level,
          path,
        );
      return;
    }
    mark(known, path, 0);
    known.waiting.delete(path);
    addPath(known.all, path, -1);
    if (known.isPartial && known.all.characters < MAX_WAITING_CHARACTERS / 2) counts = undefined;
  }

  /** @returns whether that changed anything. */
  function mark(known: Counts, path: string, level: Unregistered): boolean {
    const entry = known.waiting.get(path);
    if (!entry || entry.level === level) return false;
    addPath(known.unregistered, path, Number(level > 0) - Number(entry.level > 0));
    entry.level = level;
    return true;
  }

  return {
    read,
    queueOf: (path: string) => read().waiting.get(path),

    /** Stores n8n's last answer to a waiting path in its newest request. Forgotten once the path has no queue. */
    markUnregistered(path: string, level: Unregistered): void {
      const known = read();
      const isKnown = level === 1 && known.waiting.get(path)?.level === 2;
      if (isKnown || !mark(known, path, level)) return;
      sql.exec(
        `UPDATE held_requests SET is_unregistered = ?1 WHERE state = 'waiting' AND path = ?2 AND (is_unregistered > 0 OR ${IS_NEWEST})`,
        level,
        path,
      );
    },

    /** @returns whether another request of a path can wait: the path waits already, or has room. */
    canWait(path: string): boolean {
      const { waiting, all, isPartial } = read();
      return waiting.has(path) || (!isPartial && canPathWait(all.characters, path));
    },

    /** Call after a request changed its state. @param before null for a new one. */
    countState(path: string, before: HeldState | null, after: HeldState): void {
      if (before === after) return;
      const known = read();
      if (before === 'replayed' || before === 'dropped') known[before] -= 1;
      if (after === 'replayed' || after === 'dropped') known[after] += 1;
      if (after === 'waiting') add(known, path, 1);
      if (before === 'waiting') removeOne(known, path);
    },

    /** Call after a request's content was stored or deleted. */
    countKept(difference: 1 | -1, bytes: number): void {
      const known = read();
      known.kept += difference;
      known.bytes += difference * bytes;
    },

    queues(): Queues {
      const { waiting, all, unregistered, isPartial } = read();
      const characters = isPartial ? Number.POSITIVE_INFINITY : all.characters;
      const isRegistered = (path: string) => waiting.get(path)?.level === 0;
      const list = () => [...waiting.keys()];
      return {
        all: { count: all.count, characters, has: (path) => waiting.has(path), list },
        registered: {
          count: all.count - unregistered.count,
          characters: characters - unregistered.characters,
          has: isRegistered,
          list: () => list().filter(isRegistered),
        },
      };
    },

    totals(): HeldTotals {
      const { replayed, dropped, bytes } = read();
      const open = sql
        .exec<SqlRow<Pick<HeldTotals, 'waiting' | 'failed' | 'oldestAt'>>>(
          `SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'failed') AS failed,
             min(CASE WHEN state = 'waiting' THEN received_at END) AS oldestAt FROM held_requests WHERE ${OPEN}`,
        )
        .one();
      return { ...open, replayed, dropped, bytes };
    },

    /** Call after rows of ended requests were deleted. */
    forgetEnded(): void {
      if (counts) Object.assign(counts, readEnded());
    },

    /** Call after all rows were deleted. */
    forget(): void {
      counts = undefined;
    },
  };
}

function addPath(sums: PathSums, path: string, difference: number): void {
  sums.count += difference;
  sums.characters += difference * path.length;
}
