/** Whoever waits longer for a turn is told so; a page would have given up by then. */
const WAIT_AT_MOST_MS = 10_000;
/** A request that ends in the middle of its turn never gives it back: longer than any of them takes. */
const GONE_AFTER_MS = 35_000;

interface Turn {
  since: number;
  begin(): void;
}

/**
 * Lets few of an isolate's requests do something at a time, and the others wait in line for it: asked by all of them at
 * once, what they ask would be busy with their waiting alone.
 */
export function createTurns(settings: {
  clock: { now(): number };
  atOnce: number;
  /** Of who waited too long. */
  tooLong(): Error;
}) {
  const { clock, atOnce, tooLong } = settings;
  const taken = new Set<Turn>();
  const line: Turn[] = [];

  function giveTurns(): void {
    const now = clock.now();
    for (const turn of taken) if (now - turn.since > GONE_AFTER_MS) taken.delete(turn);
    while (taken.size < atOnce) {
      const next = line.shift();
      if (!next) return;
      next.since = now;
      taken.add(next);
      next.begin();
    }
  }

  return async function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = await new Promise<Turn>((resolve, reject) => {
      const waiting: Turn = { since: 0, begin: () => resolve(waiting) };
      timer = setTimeout(() => {
        const place = line.indexOf(waiting);
        if (place >= 0) line.splice(place, 1);
        reject(tooLong());
      }, WAIT_AT_MOST_MS);
      line.push(waiting);
      giveTurns();
    });
    // Here and not by who gives the turn: a timer is its own request's.
    clearTimeout(timer);
    try {
      return await work();
    } finally {
      taken.delete(turn);
      giveTurns();
    }
  };
}
