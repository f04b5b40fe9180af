import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { flagOverrides } from '../schema/index.ts';

/**
 * @returns an account's flag overrides as one JSON object, for a statement that reads the account anyway, so that flags
 *   cost a page no round trip. The values are texts, so that a broken value breaks nothing else here.
 */
export function flagOverridesOf(accountId: AnyColumn): SQL<Record<string, string>> {
  return sql`(SELECT json_group_object(${flagOverrides.flag}, ${flagOverrides.value})
    FROM ${flagOverrides} WHERE ${flagOverrides.accountId} = ${accountId})`.mapWith(
    (json: string) => JSON.parse(json) as Record<string, string>,
  );
}
