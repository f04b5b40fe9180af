import { describe, expect, test } from 'vitest';
import { codeFor } from '../portal-stand-in.ts';
import type { StartEngine } from '../process.ts';
import { describeWithProcess, type SuiteContext } from '../with-process.ts';
import { signInToken } from '../workspace.ts';

const CLOUD_PATHS = ['/rest/admin/cloud-plan', '/rest/cloud/proxy/user/me', '/rest/cloud/proxy/login/code'];
const IGNORED_PATHS = ['upgrade-offer', 'user/event', 'user/resend-confirmation-email'].map(
  (name) => `/rest/cloud/proxy/${name}`,
);
const EMAIL = 'ada@example.com';

async function expectAnswers({ workspace, portal }: SuiteContext, cookie: string): Promise<void> {
  const answers = await Promise.all(
    CLOUD_PATHS.map(async (path) => {
      const answer = await workspace.get(path, { headers: { cookie } });
      return [answer.status, await answer.json()];
    }),
  );
  expect(answers).toEqual([
    [200, portal.plan()],
    [200, portal.person(EMAIL)],
    [200, { code: codeFor(EMAIL) }],
  ]);
}

/** Requests that n8n's editor sends to n8n's cloud, and the redirect into the portal. */
export function cloudCallsSuite(startEngine: StartEngine): void {
  describeWithProcess('cloud calls', startEngine, (context) => {
    const { workspace, portal } = context;
    test('plan, person and login code are answered bare, as the portal answers them', async () => {
      const cookie = await workspace.signIn();
      await expectAnswers(context, cookie);
      // Every person credential is valid for one call, so the second round uses new ones.
      await expectAnswers(context, cookie);
    });

    test('reuses one credential for all plan requests', async () => {
      const cookie = await workspace.signIn();
      const refused = portal.calls.filter(({ status }) => status === 401).length;
      for (let call = 0; call < 5; call += 1)
        expect((await workspace.get('/rest/admin/cloud-plan', { headers: { cookie } })).status).toBe(200);
      expect(portal.calls.filter(({ status }) => status === 401)).toHaveLength(refused);
    });

    test('accepts the editor’s reports without forwarding them', async () => {
      const cookie = await workspace.signIn();
      const before = portal.calls.filter(({ path }) => !path.startsWith('/api/cloud/plan')).length;
      for (const path of IGNORED_PATHS) {
        const answer = await workspace.post(path, { any: 'thing' }, { cookie });
        expect([path, answer.status, await answer.json()]).toEqual([path, 200, {}]);
      }
      expect(portal.calls.filter(({ path }) => !path.startsWith('/api/cloud/plan'))).toHaveLength(before);
    });

    test('refuses users who are not signed in', async () => {
      const cookie = 'n8n-auth=guess';
      for (const path of CLOUD_PATHS)
        expect((await workspace.get(path, { headers: { cookie } })).status).toBe(401);
      for (const path of IGNORED_PATHS) expect((await workspace.post(path, {}, { cookie })).status).toBe(401);
    });

    test('a former member gets an error and no code', async () => {
      const cookie = await workspace.signIn({ email: 'eve@example.com', role: 'member' });
      for (const path of CLOUD_PATHS.slice(1))
        expect((await workspace.get(path, { headers: { cookie } })).status).toBeGreaterThanOrEqual(400);
      const pressed = await press(context, cookie);
      expect(addressOf(pressed)).toEqual(loginAddress(portal.url));
    });
  });

  describeWithProcess('clocks', startEngine, (context) => {
    const { workspace, portal } = context;
    describe.each([90_000, -90_000])('with the portal’s clock %i ms off', (offsetMs) => {
      test('corrects its clock by the portal’s, and the admin panel opens', async () => {
        portal.clockOffsetMs = offsetMs;
        const cookieOfLink = await workspace.open(signInToken({}, { shiftMs: offsetMs }));
        expect(cookieOfLink.status).toBe(302);
        const cookie = await workspace.signIn();
        expect(addressOf(await press(context, cookie))).toEqual(loginAddress(portal.url, codeFor(EMAIL)));
        await expectAnswers(context, cookie);
      });
    });
  });

  describeWithProcess('admin panel', startEngine, (context) => {
    const { workspace, portal } = context;
    test('opens the admin panel with a code for the person who asks', async () => {
      const pressed = await press(context, await workspace.signIn());
      expect(pressed.status).toBe(303);
      expect(addressOf(pressed)).toEqual(loginAddress(portal.url, codeFor(EMAIL)));
      expect(pressed.headers.get('cache-control')).toBe('no-store');
      expect(pressed.headers.get('referrer-policy')).toBe('no-referrer');
    });

    test('refuses strangers, pages of another workspace, and links', async () => {
      const cookie = await workspace.signIn();
      const asked = portal.callsOf('/api/workspace/login-code').length;
      expect((await press(context, 'n8n-auth=guess')).status).toBe(401);
      for (const site of ['same-site', 'cross-site'])
        expect((await press(context, cookie, site)).status).toBe(403);
      expect((await workspace.get('/weft/admin-panel', { headers: { cookie } })).status).toBe(405);
      expect(portal.callsOf('/api/workspace/login-code')).toHaveLength(asked);
    });

    test('a portal that does not answer leaves the person at its form', async () => {
      const cookie = await workspace.signIn();
      portal.isSilent = true;
      const pressed = await press(context, cookie);
      portal.isSilent = false;
      expect(pressed.status).toBe(303);
      expect(addressOf(pressed)).toEqual(loginAddress(portal.url));
    });
  });
}

/** The parts of a redirect's target. */
function addressOf(answer: Response) {
  const { origin, pathname, searchParams } = new URL(answer.headers.get('location') ?? '');
  return { origin, pathname, query: Object.fromEntries(searchParams) };
}

/** The portal's sign-in page; `code` signs in without the form. */
function loginAddress(origin: string, code?: string) {
  return {
    origin,
    pathname: '/login',
    query: { ...(code !== undefined && { code }), returnPath: '/dashboard' },
  };
}

function press({ workspace }: SuiteContext, cookie: string, site = 'same-origin'): Promise<Response> {
  return workspace.get('/weft/admin-panel', { method: 'POST', headers: { cookie, 'sec-fetch-site': site } });
}
