import { createClient } from '@libsql/client/web';
import type { CounterObject } from './worker.ts';

/** The bindings of the bare Worker. */
export interface BareEnv {
  ASSETS: Fetcher;
  COUNTER: DurableObjectNamespace<CounterObject>;
  DATABASE_URL: string;
}

/** Queries the database once, with the product's client. @returns the first user's name. */
export async function queryOnce(env: BareEnv): Promise<string> {
  const client = createClient({ url: env.DATABASE_URL });
  const { rows } = await client.execute({
    sql: 'SELECT name FROM users WHERE created_at > ? LIMIT 1',
    args: [0],
  });
  return String(rows[0]?.name ?? '');
}

/** Calls one object once. @returns the number of calls of that object. */
export async function callObject(env: BareEnv): Promise<number> {
  return await env.COUNTER.get(env.COUNTER.idFromName('one')).count();
}
