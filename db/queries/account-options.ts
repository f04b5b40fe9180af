import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { AccountOption } from '#app/domain/access/viewer.ts';

/**
 * @returns the accounts that a person is a member of, by name, for a statement that reads the person anyway: the account
 *   menu costs a page no round trip.
 */
export function accountOptionsOf(userId: AnyColumn): SQL<AccountOption[]> {
  // The outer statement reads both tables too, so these have names of their own.
  return sql`(SELECT json_group_array(json_object('id', option.id, 'name', option.name))
    FROM (SELECT a.id, a.name FROM memberships AS m JOIN accounts AS a ON a.id = m.account_id
      WHERE m.user_id = ${userId} ORDER BY a.name) AS option)`.mapWith(
    (json: string) => JSON.parse(json) as AccountOption[],
  );
}
