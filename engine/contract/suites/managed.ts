import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';

const ID = '3f0f1f5e-9f1c-4b0a-8d8e-0123456789ab';
const MANAGED = [
  ['POST', '/rest/login'],
  ['POST', '/rest/owner/setup'],
  ['POST', '/rest/invitations'],
  ['POST', `/rest/invitations/${ID}/accept`],
  ['POST', '/rest/forgot-password'],
  ['POST', '/rest/change-password'],
  ['PATCH', '/rest/me'],
  ['PATCH', '/rest/me/password'],
  ['POST', '/rest/mfa/enable'],
  ['POST', '/rest/mfa/disable'],
  ['POST', '/rest/users'],
  ['PATCH', `/rest/users/${ID}/role`],
  ['DELETE', `/rest/users/${ID}`],
  ['POST', '/api/v1/users'],
  ['PATCH', `/api/v1/users/${ID}/role`],
  ['DELETE', `/api/v1/users/${ID}`],
  ['POST', '/rest/sso/saml/config'],
  ['POST', '/rest/license/activate'],
] as const;

const PASSWORD = 'Correct-horse-battery-1';
const BODY = {
  email: 'eve@example.com',
  emailOrLdapLoginId: 'eve@example.com',
  firstName: 'Eve',
  lastName: 'E',
  password: PASSWORD,
  currentPassword: PASSWORD,
  newPassword: PASSWORD,
  role: 'global:admin',
};

/** n8n's own users, passwords and sign-in are disabled, because the portal manages them. */
export function managedSuite(startEngine: StartEngine): void {
  describeWithProcess('owned by the portal', startEngine, ({ workspace }) => {
    test.each(MANAGED)('%s %s is refused to everyone', async (method, path) => {
      for (const cookie of [await workspace.signIn(), '']) {
        for (const address of [path, `${path}?x=1`, path.replace('/rest/', '/Rest/'), `${path}/`]) {
          const answer = await workspace.send(method, address, BODY, { cookie });
          const isWithin =
            answer.status === 403 || (address !== path && [401, 404, 405].includes(answer.status));
          expect([address, answer.status, isWithin]).toEqual([address, answer.status, true]);
          if (address === path)
            expect(await answer.json()).toEqual({
              code: 'managed_by_portal',
              message: 'Weft Cloud looks after people and sign-in. Open the admin panel.',
            });
        }
      }
    });

    test('an invitation sent inside n8n creates no user', async () => {
      const cookie = await workspace.signIn();
      await workspace.post('/rest/invitations', [{ email: BODY.email, role: 'global:admin' }], { cookie });
      const answer = await workspace.post('/rest/login', BODY);
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    });
  });
}
