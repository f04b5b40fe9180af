import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { AccountOption } from '#app/domain/access/viewer.ts';
import { accounts, memberships } from '../schema/index.ts';

/**
 * @returns the accounts of a person, by name, for a statement that reads the person anyway: the account menu costs a page
 *   no round trip. Its own `memberships` and `accounts` shadow those of the outer statement.
 */
export function accountOptionsOf(userId: AnyColumn): SQL<AccountOption[]> {
  return sql`(SELECT json_group_array(json_object('id', option.id, 'name', option.name))
    FROM (SELECT ${accounts.id} AS id, ${accounts.name} AS name
      FROM ${memberships} JOIN ${accounts} ON ${accounts.id} = ${memberships.accountId}
      WHERE ${memberships.userId} = ${userId} ORDER BY ${accounts.name}, ${accounts.id}) AS option)`.mapWith(
    (json: string) => JSON.parse(json) as AccountOption[],
  );
}
