import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { cookieOf, signInToken } from '../workspace.ts';

/**
 * Accepted offsets of a link's timestamps from this machine's clock, ms. Covers clocks that differ by 90 s and by almost
 * 120 s, and a link from such a clock that is used 45 s after signing.
 */
const ACCEPTED_SHIFTS_MS = [-160_000, -115_000, -90_000, 90_000, 115_000];
/** Refused offsets: only a clock that differs by more than two minutes signs such links. */
const REFUSED_SHIFTS_MS = [-240_000, 180_000];

/** Sign-in links: each signs its person in, once and in time. */
export function signInSuite(startEngine: StartEngine): void {
  describeWithProcess('sign-in', startEngine, ({ workspace }) => {
    test('a sign-in link signs its person in and redirects to its path', async () => {
      const answer = await workspace.open(signInToken({ path: '/workflows/7?tab=1' }));
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/workflows/7?tab=1']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      const [cookie = ''] = answer.headers.getSetCookie();
      expect(cookie).toMatch(/^n8n-auth=[^;]+;.*HttpOnly/i);
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(await workspace.me(cookieOf(answer) ?? '')).toMatchObject({
        email: 'ada@example.com',
        role: 'global:owner',
      });
    });

    test('several people share the workspace, each with their own identity', async () => {
      for (const [email, role] of [
        ['bea@example.com', 'operator'],
        ['carl@example.com', 'billing'],
        ["zoe.o'brien+weft@mail.example.com", 'member'],
      ] as const) {
        const cookie = await workspace.signIn({ email, role, name: 'Zoë 🙂 Lovelace' });
        expect(await workspace.me(cookie)).toMatchObject({ email, role: 'global:admin' });
      }
    });

    test('accepts a link once: of several concurrent uses one signs in', async () => {
      const token = signInToken();
      const answers = await Promise.all(Array.from({ length: 5 }, () => workspace.open(token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([302, 401, 401, 401, 401]);
      expect(answers.filter((answer) => cookieOf(answer))).toHaveLength(1);
    });

    test('two people who sign in first at the same time both succeed', async () => {
      const cookies = await Promise.all(
        ['dan@example.com', 'eve@example.com'].map((email) => workspace.signIn({ email, role: 'owner' })),
      );
      const people = await Promise.all(cookies.map((cookie) => workspace.me(cookie)));
      expect(people.map(({ email }) => email)).toEqual(['dan@example.com', 'eve@example.com']);
    });

    test('a restart keeps sessions and used links', async () => {
      const [used, killed] = [signInToken(), signInToken()];
      const cookie = cookieOf(await workspace.open(used)) ?? '';
      await workspace.process.restart();
      expect((await workspace.open(used)).status).toBe(401);
      expect((await workspace.open(killed)).status).toBe(302);
      await workspace.process.kill();
      await workspace.process.restart();
      expect((await workspace.open(killed)).status).toBe(401);
      expect(await workspace.isSignedIn(cookie)).toBe(true);
    });

    test.each(ACCEPTED_SHIFTS_MS)('accepts a link whose times are off by %i ms, once', async (shiftMs) => {
      const token = signInToken({}, { shiftMs });
      expect((await workspace.open(token)).status).toBe(302);
      expect((await workspace.open(token)).status).toBe(401);
    });

    test('refuses a used link whose times are off again after a restart', async () => {
      const tokens = ACCEPTED_SHIFTS_MS.map((shiftMs) => signInToken({}, { shiftMs }));
      for (const token of tokens) expect((await workspace.open(token)).status).toBe(302);
      await workspace.process.restart();
      for (const token of tokens) expect((await workspace.open(token)).status).toBe(401);
    });

    test.each(REFUSED_SHIFTS_MS)('refuses a link whose times are off by %i ms', async (shiftMs) => {
      expect((await workspace.open(signInToken({}, { shiftMs }))).status).toBe(401);
    });

    test.each([
      ['signed with another key', signInToken({}, { key: 'x'.repeat(64) })],
      ['without a signature', signInToken().split('.')[0] ?? ''],
      ['with a third part', `${signInToken()}.x`],
      [
        'with claims that were changed',
        `${signInToken({ role: 'member' }).split('.')[0]}.${signInToken().split('.')[1]}`,
      ],
      ['without an id', signInToken({ jti: undefined })],
      ['without an end', signInToken({ exp: undefined })],
      ['with a time that is a text', signInToken({ iat: 'soon' })],
      ['without a person', signInToken({ email: undefined })],
      ['that is garbage', '%%%'],
      ['that is empty', ''],
    ])('refuses a link %s with 401 and no cookie', async (_what, token) => {
      const answer = await workspace.open(token);
      expect([answer.status, cookieOf(answer)]).toEqual([401, undefined]);
    });

    test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\tevil', ''])(
      'a link never redirects to %j',
      async (path) => {
        const answer = await workspace.open(signInToken({ path }));
        expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
      },
    );
  });
}
