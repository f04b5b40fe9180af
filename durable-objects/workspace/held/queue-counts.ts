import type { Queues, WaitingPaths } from '#app/domain/held-webhooks/gate.ts';
import type { Sql } from './sql.ts';

interface Counts {
  /** Waiting requests by path, in the order in which the paths began to wait. */
  waiting: Map<string, number>;
  /** Length of these paths. */
  characters: number;
  /** Waiting paths that n8n last answered with "not registered". */
  unregistered: Set<string>;
  unregisteredCharacters: number;
  /** Requests with content, and the bytes of their bodies. */
  kept: number;
  bytes: number;
}

/** Counts of the waiting and the kept requests: read once in an object's life, then kept up to date by `rows.ts`. */
export function queueCounts(sql: Sql) {
  let counts: Counts | undefined;

  function read(): Counts {
    if (counts) return counts;
    const waiting = sql
      .exec<{ path: string; count: number; is_unregistered: number }>(
        `SELECT path, count(*) AS count, max(is_unregistered) AS is_unregistered FROM held_requests
         WHERE state = 'waiting' GROUP BY path`,
      )
      .toArray();
    const unregistered = waiting
      .filter(({ is_unregistered }) => is_unregistered === 1)
      .map(({ path }) => path);
    const { kept, bytes } = sql
      .exec<{ kept: number; bytes: number }>(
        `SELECT count(*) AS kept, coalesce(sum(size), 0) AS bytes FROM held_requests WHERE content IS NOT NULL`,
      )
      .one();
    counts = {
      waiting: new Map(waiting.map(({ path, count }) => [path, count])),
      characters: lengthOf(waiting.map(({ path }) => path)),
      unregistered: new Set(unregistered),
      unregisteredCharacters: lengthOf(unregistered),
      kept,
      bytes,
    };
    return counts;
  }

  /** @returns whether that changed anything. */
  function mark(path: string, isUnregistered: boolean): boolean {
    const known = read();
    if (known.unregistered.has(path) === isUnregistered || !known.waiting.has(path)) return false;
    if (isUnregistered) known.unregistered.add(path);
    else known.unregistered.delete(path);
    known.unregisteredCharacters += isUnregistered ? path.length : -path.length;
    return true;
  }

  return {
    read,

    /** Notes whether n8n last answered a waiting path with "not registered"; forgotten once the path has no queue. */
    markUnregistered(path: string, isUnregistered: boolean): void {
      if (!mark(path, isUnregistered)) return;
      sql.exec(
        `UPDATE held_requests SET is_unregistered = ? WHERE state = 'waiting' AND path = ?`,
        Number(isUnregistered),
        path,
      );
    },

    /** Call after a request began or ended to wait. */
    countWaiting(path: string, difference: 1 | -1): void {
      const known = read();
      const { waiting } = known;
      const before = waiting.get(path) ?? 0;
      const count = before + difference;
      if (count <= 0) {
        mark(path, false);
        waiting.delete(path);
      } else waiting.set(path, count);
      known.characters += (Number(count > 0) - Number(before > 0)) * path.length;
    },

    /** Call after a request's content was stored or deleted. */
    countKept(difference: 1 | -1, size: number): void {
      const known = read();
      known.kept += difference;
      known.bytes += difference * size;
    },

    queues(): Queues {
      const { waiting, characters, unregistered, unregisteredCharacters } = read();
      const all: WaitingPaths = {
        count: waiting.size,
        characters,
        has: (path) => waiting.has(path),
        list: () => [...waiting.keys()],
      };
      const registered: WaitingPaths = {
        count: all.count - unregistered.size,
        characters: characters - unregisteredCharacters,
        has: (path) => waiting.has(path) && !unregistered.has(path),
        list: () => all.list().filter((path) => !unregistered.has(path)),
      };
      return { all, registered };
    },

    /** Call after all rows were deleted. */
    forget(): void {
      counts = undefined;
    },
  };
}

function lengthOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + path.length, 0);
}
