import { type Client, createClient } from '@libsql/client';

/** The stack's own database, to check what was written and to age existing rows. */
export function openTestDatabase(url: string): Client {
  return createClient({ url });
}
