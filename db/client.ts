import { createClient } from '@libsql/client/web';
import { drizzle } from 'drizzle-orm/libsql/web';

/** Counts what a request spent at the database; the goal is one round trip a page (design §3). */
export interface RoundTripCounter {
  roundTrips: number;
}

/**
 * Opens the database over HTTP. Costs nothing until the first statement, so each request opens its own and no
 * request ever waits on another's connection.
 * @param counter is increased by one for each HTTP request the client sends.
 */
export function openDatabase(
  settings: { url: string; token: string | undefined },
  counter: RoundTripCounter = { roundTrips: 0 },
) {
  const client = createClient({
    url: settings.url,
    ...(settings.token === undefined ? {} : { authToken: settings.token }),
    fetch: (request: Request) => {
      counter.roundTrips += 1;
      // A redirect would carry the database's token to wherever it leads.
      return fetch(request, { redirect: 'manual' });
    },
  });
  return drizzle(client);
}

export type Db = ReturnType<typeof openDatabase>;
