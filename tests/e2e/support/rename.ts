import type { Client } from '@libsql/client';
import type { PortalClient } from '../../support/portal-client.ts';

/** Gives a person another name, also one that the form refuses. @returns the former name. */
export async function rename(database: Client, client: PortalClient, name: string): Promise<string> {
  const { user } = (await (await client.get('/api/auth/me')).json()) as {
    user: { id: string; name: string };
  };
  await database.execute({ sql: 'UPDATE users SET name = ? WHERE id = ?', args: [name, user.id] });
  return user.name;
}
