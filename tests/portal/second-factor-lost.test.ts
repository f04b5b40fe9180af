import { describe, expect, inject, test } from 'vitest';
import { throttleRules } from '#app/domain/access/throttle-rules.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { allMails, askForLink, isSignedIn, type Owner, setUpOwner, signIn } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { addApp, enterCode, pendingSignIn } from '../support/second-factor.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

describe('a lost second factor', () => {
  /** @returns the links in the newest mail. */
  async function linksTo({ client, fields }: Owner): Promise<{ remove: string; keep: string }> {
    const mails = await allMails(client, database, fields.email);
    const mail = mails.find(({ subject }) => /Request to remove/.test(subject));
    const linkIn = (path: string) => {
      const token = mail?.text.match(new RegExp(`${path}\\?token=([\\w-]+)`))?.[1];
      if (!token) throw new Error(`No link to ${path}.`);
      return `${path}?token=${token}`;
    };
    return { remove: linkIn('/second-factor/remove'), keep: linkIn('/second-factor/keep') };
  }

  async function askForRemoval() {
    const owner = await setUpOwner(portal, database);
    const app = await addApp(owner.client);
    const client = await pendingSignIn(owner);
    await client.post('/login/second-factor', { intent: 'lost' });
    const { remove, keep } = await linksTo(owner);
    const wait = async () =>
      database.execute({
        sql: "UPDATE link_tokens SET valid_from = ? WHERE user_id = ? AND purpose = 'remove_second_factor'",
        args: [Date.now() - 1, owner.userId],
      });
    return { owner, app, client, remove, keep, wait };
  }

  test('is removed by the mailed link, once a day has passed', async () => {
    const { owner, client, remove, wait } = await askForRemoval();
    expect((await client.get(remove)).status).toBe(200);
    expect((await client.post(remove, {})).status).toBe(400);
    await wait();
    expect((await client.post(remove, {})).headers.get('Location')).toBe('/login');
    expect(await isSignedIn(owner.client)).toBe(false);
    const { client: back } = await signIn(portal, owner.fields.email, owner.fields.password);
    expect(await isSignedIn(back)).toBe(true);
    expect((await client.post(remove, {})).status).toBe(400);
  });

  test('removed in a browser of another person ends their session there', async () => {
    const { remove, wait } = await askForRemoval();
    const other = await setUpOwner(portal, database);
    await wait();
    expect((await other.client.post(remove, {})).headers.get('Location')).toBe('/login');
    const sql = 'SELECT 1 FROM sessions WHERE user_id = ?';
    expect((await database.execute({ sql, args: [other.userId] })).rows).toEqual([]);
  });

  test('stays after its owner cancels the removal by the mailed link', async () => {
    const { client, remove, keep, wait } = await askForRemoval();
    await client.post(keep, {});
    await wait();
    expect((await client.post(remove, {})).status).toBe(400);
  });

  test('stays when its owner has used it since', async () => {
    const { owner, app, client, remove, wait } = await askForRemoval();
    expect((await enterCode(client, app.recoveryCodes[0] ?? '')).status).toBe(302);
    await wait();
    expect((await client.post(remove, {})).status).toBe(400);
    expect(owner.userId).toBeTruthy();
  });

  test('stays when another request, a new password or a wrong answer invalidated the link', async () => {
    const { owner, client, remove, keep, wait } = await askForRemoval();
    await wait();
    // The two links are not interchangeable.
    const token = (path: string) => path.split('=')[1];
    const wrong = await client.post(`/second-factor/remove?token=${token(keep)}`, {});
    expect(wrong.status).toBe(400);
    expect((await client.post('/second-factor/remove?token=none', {})).status).toBe(400);
    // A new request replaces the link.
    await client.post('/login/second-factor', { intent: 'lost' });
    expect((await client.post(remove, {})).status).toBe(400);
    const again = await linksTo(owner);
    await wait();
    const reset = await askForLink(portal, '/forgot-password', owner.fields.email);
    await new PortalClient(portal).post(`/reset-password?token=${reset}`, { newPassword: 'staple battery' });
    expect((await client.post(again.remove, {})).status).toBe(400);
  });

  test('waits a day, and then works for two', async () => {
    const { owner } = await askForRemoval();
    const sql = `SELECT created_at, valid_from, expires_at FROM link_tokens
      WHERE user_id = ? AND purpose = 'remove_second_factor'`;
    const [link] = (await database.execute({ sql, args: [owner.userId] })).rows;
    const [asked, from, until] = [link?.created_at, link?.valid_from, link?.expires_at].map(Number);
    expect([(from ?? 0) - (asked ?? 0), (until ?? 0) - (from ?? 0)]).toEqual([24 * HOUR_MS, 48 * HOUR_MS]);
  });

  test('keeps its date when the removal is requested again', async () => {
    const { owner, client } = await askForRemoval();
    const validFrom = async () => {
      const sql = `SELECT valid_from FROM link_tokens
        WHERE user_id = ? AND purpose = 'remove_second_factor' AND used_at IS NULL`;
      return (await database.execute({ sql, args: [owner.userId] })).rows.map((row) => row.valid_from);
    };
    const before = await validFrom();
    expect(before).toHaveLength(1);
    await client.post('/login/second-factor', { intent: 'lost' });
    expect(await validFrom()).toEqual(before);
  });

  test('is limited to three requests a day, and opening a link requests nothing', async () => {
    const { owner, client, remove, wait } = await askForRemoval();
    const statuses: number[] = [];
    for (let asked = 1; asked <= throttleRules['factor_removal:user'].limit; asked += 1) {
      statuses.push((await client.post('/login/second-factor', { intent: 'lost' })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    const mails = await allMails(client, database, owner.fields.email);
    expect(mails.filter(({ subject }) => /Request to remove/.test(subject))).toHaveLength(3);
    await wait();
    const { remove: last } = await linksTo(owner);
    expect(last).not.toBe(remove);
    // Opens the link like a mail scanner.
    expect((await new PortalClient(portal).get(last)).status).toBe(200);
    expect((await new PortalClient(portal).request(last, { method: 'HEAD' })).status).toBe(200);
    const { n } = (
      await database.execute({
        sql: 'SELECT count(*) AS n FROM authenticator_apps WHERE user_id = ?',
        args: [owner.userId],
      })
    ).rows[0] ?? { n: null };
    expect(n).toBe(1);
  });

  test('redirects to a new one if the account requires it', async () => {
    const { owner, remove, wait } = await askForRemoval();
    await owner.client.post('/account/members', { intent: 'require-second-factor' });
    await wait();
    expect((await new PortalClient(portal).post(remove, {})).status).toBe(302);
    const { client } = await signIn(portal, owner.fields.email, owner.fields.password);
    expect((await client.get('/dashboard')).headers.get('Location')).toBe('/account/security');
    const turnedOff = await client.post('/account/members', { intent: 'make-second-factor-optional' });
    expect(turnedOff.headers.get('Location')).toBe('/account/security');
  });
});
