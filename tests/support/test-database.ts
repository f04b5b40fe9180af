import { type Client, createClient } from '@libsql/client';

/** The stack's own database, to see what was written and to age what is there. */
export function openTestDatabase(url: string): Client {
  return createClient({ url });
}
