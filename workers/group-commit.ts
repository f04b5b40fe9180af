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
 * Writes the items of an isolate's concurrent requests in one round trip: while one group is written, later items form
 * the next. A database commits one writer at a time, so concurrent writes would only wait for each other. A group is
 * written by a request of its own. If an item makes the database refuse the group, each is written alone, so that no
 * item fails because of another.
 */
export function createGroupCommit<Item>(options: {
  clock: { now(): number };
  /** Whether an error is the fault of an item rather than the database. */
  isItsFault(error: unknown): boolean;
}) {
  const queue: Waiting<Item>[] = [];
  let writingSince: number | null = null;

  /** @returns when the item is written. @throws the write's error, or an Error if the item was not written in time. */
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

/** Waits in the queue. A request that gives up leaves the queue, so that no turn is lost. */
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
  // Cleared here, since workerd ties a timer to its own request.
  clearTimeout(timer);
  return turn;
}
