import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { digestBody, signFor, signInToken } from '../workspace.ts';

const email = 'ada@example.com';

/** Changes that the portal reports about people: sign-outs, new roles, removals. */
export function peopleSuite(startEngine: StartEngine): void {
  describeWithProcess('sign-out and people', startEngine, ({ workspace }) => {
    test('a signed-out person has no session, even after a restart; others keep theirs', async () => {
      const mine = [await workspace.signIn(), await workspace.signIn({ email: 'Ada@Example.com' })];
      const another = await workspace.signIn({ email: 'eve@example.com', role: 'member' });
      expect(await workspace.signOut('ADA@example.com')).toBe(204);
      for (const _start of [1, 2]) {
        const isIn = await Promise.all([...mine, another].map((cookie) => workspace.isSignedIn(cookie)));
        expect(isIn).toEqual([false, false, true]);
        await workspace.process.restart();
      }
      expect(await workspace.signOut('no-one@example.com')).toBe(204);
      expect(await workspace.signOut(email)).toBe(204);
      expect(await workspace.isSignedIn(another)).toBe(true);
    });

    test('refuses links signed before a sign-out and accepts later ones', async () => {
      const before = [
        signInToken(),
        signInToken({ email: 'ADA@example.com' }),
        signInToken({ iat: undefined }),
      ];
      const ofAnother = signInToken({ email: 'eve@example.com', role: 'member' });
      await workspace.signOut(email);
      await workspace.process.restart();
      // A later sign-out does not undo an earlier one.
      await workspace.signOut('carl@example.com');
      for (const token of before) expect((await workspace.open(token)).status).toBe(401);
      expect((await workspace.open(ofAnother)).status).toBe(302);
      expect((await workspace.open(signInToken())).status).toBe(302);
    });

    test.for([-60_000, 60_000])(
      'a sign-out and a removal void the links signed before them by a clock that is off by %i ms',
      async (shiftMs) => {
        const email = `off-by-${shiftMs}@example.com`;
        const now = () => Date.now() + shiftMs;
        const sign = async () => {
          const token = signInToken({ email, role: 'member' }, { shiftMs });
          await sleep(2);
          return token;
        };
        for (const end of ['sign-out', 'removal']) {
          const before = await sign();
          const ended =
            end === 'sign-out' ? workspace.signOut(email, now()) : workspace.setPerson(email, null, now());
          expect(await ended).toBe(204);
          await sleep(2);
          const after = await sign();
          const opened = [await workspace.open(before), await workspace.open(after)];
          expect([end, ...opened.map(({ status }) => status)]).toEqual([end, 401, 302]);
        }
      },
    );

    test('only the holder of the key can sign a person out, and each call is for one person', async () => {
      const cookie = await workspace.signIn();
      const call = (body: unknown, headers: Record<string, string>) =>
        workspace.post('/weft/sign-out', body, headers).then(({ status }) => status);
      for (const headers of [
        {},
        signFor('sign-out:eve@example.com'),
        signFor('usage'),
        signFor(`sign-out:${email}`, 'x'.repeat(64)),
      ])
        expect(await call({ email }, headers)).toBe(401);
      for (const body of [null, {}, { email: '' }, { email: [email] }])
        expect(await call(body, signFor('sign-out:'))).toBe(400);
      expect(await workspace.isSignedIn(cookie)).toBe(true);
    });

    test('a new role applies immediately, whatever the case of the e-mail', async () => {
      const bea = { email: 'bea@example.com', role: 'operator' };
      const [ada, other] = [await workspace.signIn(), await workspace.signIn(bea)];
      const rolesNow = async () => [(await workspace.me(ada)).role, (await workspace.me(other)).role];
      expect(await rolesNow()).toEqual(['global:owner', 'global:admin']);
      // n8n has one owner, so the portal demotes the former owner first.
      expect(await workspace.setPerson(email, 'operator')).toBe(204);
      for (const _repeat of [1, 2]) expect(await workspace.setPerson('BEA@example.com', 'owner')).toBe(204);
      expect(await rolesNow()).toEqual(['global:admin', 'global:owner']);
      // A link that was signed before a role change does not restore the former role.
      const unused = signInToken({ ...bea, role: 'owner' });
      expect(await workspace.setPerson('bea@example.com', 'billing')).toBe(204);
      expect(await workspace.setPerson(email, 'owner')).toBe(204);
      expect((await workspace.open(unused)).status).toBe(302);
      await workspace.process.restart();
      expect(await rolesNow()).toEqual(['global:owner', 'global:admin']);
    });

    test('an older change of a role that arrives after a newer one changes nothing', async () => {
      const dora = { email: 'dora@example.com', role: 'member' };
      const cookie = await workspace.signIn(dora);
      const [older, newer] = [Date.now() + 1_000, Date.now() + 2_000];
      expect(await workspace.setPerson('Dora@example.com', 'member', newer)).toBe(204);
      expect(await workspace.setPerson(dora.email, null, older)).toBe(204);
      expect(await workspace.isSignedIn(cookie)).toBe(true);
      expect(await workspace.setPerson(dora.email, null, newer)).toBe(204);
      expect(await workspace.isSignedIn(cookie)).toBe(false);
    });

    test('a person who left has no access until a new link, even after a restart', async () => {
      const cookie = await workspace.signIn({ email: 'carl@example.com', role: 'member' });
      const unused = signInToken({ email: 'CARL@example.com', role: 'member' });
      for (const _repeat of [1, 2]) expect(await workspace.setPerson('Carl@example.com', null)).toBe(204);
      await workspace.process.restart();
      expect(await workspace.isSignedIn(cookie)).toBe(false);
      expect((await workspace.open(unused)).status).toBe(401);
      const again = await workspace.signIn({ email: 'carl@example.com', role: 'member' });
      expect((await workspace.me(again)).email).toBe('carl@example.com');
    });

    test('accepts an unknown person without creating one', async () => {
      expect(await workspace.setPerson('stranger@example.com', 'owner')).toBe(204);
      expect(await workspace.setPerson('stranger@example.com', null)).toBe(204);
      const cookie = await workspace.signIn();
      expect((await workspace.me(cookie)).role).toBe('global:owner');
    });

    test('refuses people without a signature of the exact body, or with an invalid body', async () => {
      const cookie = await workspace.signIn();
      const body = JSON.stringify({ email, role: null });
      const call = async (headers: Record<string, string>) =>
        (await workspace.get('/weft/people', { method: 'POST', headers, body })).status;
      for (const purpose of ['people', 'people:', `import:${digestBody(body)}`, `people:${digestBody('{}')}`])
        expect(await call(signFor(purpose))).toBe(401);
      expect(await call(signFor(`people:${digestBody(body)}`, 'x'.repeat(64)))).toBe(401);
      expect(await call({})).toBe(401);
      for (const bad of [
        '{',
        'null',
        '[]',
        JSON.stringify({ email }),
        JSON.stringify({ role: null }),
        JSON.stringify({ email: '', role: null }),
        JSON.stringify({ email: [email], role: null }),
        JSON.stringify({ email, role: 'admin' }),
        JSON.stringify({ email, role: 7 }),
      ])
        expect([bad, (await workspace.postSigned('people', bad)).status]).toEqual([bad, 400]);
      const large = JSON.stringify({ email, role: null, padding: 'x'.repeat(4_096) });
      expect((await workspace.postSigned('people', large)).status).toBe(413);
      expect(await workspace.isSignedIn(cookie)).toBe(true);
    });
  });
}
