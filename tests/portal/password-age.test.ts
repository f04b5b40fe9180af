import { expect, inject, test } from 'vitest';
import { setUpOwner, signIn } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

/** Far longer than any forced rotation. */
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1_000;

test('a ten-year-old password signs in, and no rotation is requested', async () => {
  const { fields, userId } = await setUpOwner(portal, database);
  const { rows: columns } = await database.execute(
    "SELECT name FROM pragma_table_info('users') WHERE name LIKE '%\\_at' ESCAPE '\\'",
  );
  const dates = columns.map(
    ({ name }) => `${name} = CASE WHEN ${name} > 0 THEN ${name} - ${TEN_YEARS_MS} ELSE 0 END`,
  );
  expect(dates.length).toBeGreaterThanOrEqual(3);
  await database.execute({ sql: `UPDATE users SET ${dates.join(', ')} WHERE id = ?`, args: [userId] });

  const { client, response } = await signIn(portal, fields.email, fields.password);
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/dashboard']);
  const { visited, response: page } = await client.follow('/dashboard');
  expect([page.status, visited]).toEqual([200, ['/dashboard']]);
  expect(await page.text()).not.toMatch(/(change|choose|new|expired)[^<]{0,20}password/i);
  expect(await client.mails(fields.email)).toEqual([]);

  const byApi = await new PortalClient(portal).request('/api/auth/login', {
    method: 'POST',
    headers: { Origin: portal.portalUrl, 'Content-Type': 'application/json' },
    body: JSON.stringify({ login: fields.email, password: fields.password }),
  });
  expect(byApi.status).toBe(200);
  const before = await one(database, 'SELECT * FROM users WHERE id = ?', userId);
  await signIn(portal, fields.email, fields.password);
  expect(await one(database, 'SELECT * FROM users WHERE id = ?', userId)).toEqual(before);
});
