/** After this time a group's write counts as failed (the database's own deadline is shorter), and the next group writes. */
const WRITER_GONE_AFTER_MS = 15_000;
const MAX_WAIT_MS = 8_000;
/** Keeps one write short. */
const MAX_GROUP_SIZE = 32;

type Turn = 'write' | 'written' | 'alone' | { failed: unknown };

interface Waiting<Item> {
  item: Item;
  take(turn: Turn): void;
}

/**
 * Writes what many requests of one isolate bring in at once in one round trip: while one group is being written, those
 * that arrive gather into the next. A database commits one writer at a time, so that many small writes at once only
 * wait for each other.
 *
 * Each group is written by a request whose own item is in it, within that request's own context. When the whole group
 * is refused for one of its items, each is written alone, so that none falls with another's.
 */
export function createGroupCommit<Item>(options: {
  clock: { now(): number };
  /** Whether an error is the fault of what was written, and not of the database. */
  isItsFault(error: unknown): boolean;
}) {
  const queue: Waiting<Item>[] = [];
  let writingSince: number | null = null;

  /** @returns when the item is written. @throws what the write threw, or when no turn came in time. */
  return async function commit(item: Item, write: (items: readonly Item[]) => Promise<void>): Promise<void> {
    const now = options.clock.now();
    const isWriting = writingSince !== null && now - writingSince < WRITER_GONE_AFTER_MS;
    if (isWriting) {
      const turn = await turnOf(queue, item);
      if (turn === 'written') return;
      if (turn === 'alone') return await write([item]);
      if (turn !== 'write') throw turn.failed;
    }
    writingSince = options.clock.now();
    const others = queue.splice(0, MAX_GROUP_SIZE - 1);
    const outcome = write([item, ...others.map((other) => other.item)]).then(
      (): Turn => 'written',
      (error): Turn => (others.length > 0 && options.isItsFault(error) ? 'alone' : { failed: error }),
    );
    const turn = await outcome;
    for (const other of others) other.take(turn);
    const next = queue.shift();
    if (next) next.take('write');
    else writingSince = null;
    if (turn === 'alone') return await write([item]);
    if (typeof turn === 'object') throw turn.failed;
  };
}

/** Waits in line. Who gives up leaves it, so that the turn is never given to nobody. */
async function turnOf<Item>(queue: Waiting<Item>[], item: Item): Promise<Turn> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turn = await new Promise<Turn>((resolve) => {
    const waiting: Waiting<Item> = { item, take: resolve };
    timer = setTimeout(() => {
      const place = queue.indexOf(waiting);
      if (place >= 0) queue.splice(place, 1);
      resolve({ failed: new Error(`Not written within ${MAX_WAIT_MS} ms.`) });
    }, MAX_WAIT_MS);
    queue.push(waiting);
  });
  // Here and not by who gives the turn: a timer is its own request's.
  clearTimeout(timer);
  return turn;
}
