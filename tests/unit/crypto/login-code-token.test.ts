import { expect, test } from 'vitest';
import type { KeyRing } from '#app/crypto/key-ring.ts';
import { verifyLoginCodeToken } from '#app/crypto/login-code-token.ts';
import { workspaceKey } from '#app/crypto/workspace-key.ts';
import { signText } from '#tests/support/cloud-credentials.ts';

const NOW = Date.UTC(2026, 10, 22);
const masterKeys: KeyRing = [
  { version: 2, secret: 'new' },
  { version: 1, secret: 'old' },
];
const email = 'zoë@example.com';
const names = new Map([
  ['ada', 'wks_ada'],
  ['eve', 'wks_eve'],
]);

function claimsWith(changes: Record<string, unknown> = {}): string {
  return JSON.stringify({ purpose: 'login-code', workspace: 'ada', email, exp: NOW + 30_000, ...changes });
}

const keyOf = (workspaceId: string, secret = 'new') => workspaceKey(secret, workspaceId, 'sign-in');

/** @returns the caller, and the names that were looked up. */
async function verify(token: string) {
  const lookedUp: string[] = [];
  const idOf = async (name: string) => {
    lookedUp.push(name);
    return names.get(name) ?? null;
  };
  return { caller: await verifyLoginCodeToken(masterKeys, token, { now: NOW, idOf }), lookedUp };
}

test.each(['new', 'old'])(
  'a token names its workspace’s person, signed under the %s master key',
  async (secret) => {
    const token = signText(claimsWith(), await keyOf('wks_ada', secret));
    expect((await verify(token)).caller).toEqual({ workspaceId: 'wks_ada', email });
  },
);

test('refuses any invalid token', async () => {
  const key = await keyOf('wks_ada');
  const good = signText(claimsWith(), key);
  const [payload = '', signature = ''] = good.split('.');
  const [otherPayload = ''] = signText(claimsWith({ email: 'eve@example.com' }), key).split('.');
  const signed = (changes: Record<string, unknown>) => signText(claimsWith(changes), key);
  const bad: Record<string, string> = {
    'signed by another workspace': signText(claimsWith(), await keyOf('wks_eve')),
    'signed under an unknown master key': signText(claimsWith(), await keyOf('wks_ada', 'lost')),
    'about another workspace': signed({ workspace: 'eve' }),
    'about an unknown workspace': signed({ workspace: 'nobody' }),
    'about no workspace': signed({ workspace: null }),
    'for something else': signed({ purpose: 'usage' }),
    'a sign-in link': signed({ purpose: undefined, jti: 'x', name: 'Zoë', role: 'owner' }),
    expired: signed({ exp: NOW }),
    'good for too long': signed({ exp: NOW + 60_001 }),
    'good for ever': signed({ exp: null }),
    'with a time that is a text': signed({ exp: String(NOW + 30_000) }),
    'for nobody': signed({ email: undefined }),
    'for an empty e-mail': signed({ email: '' }),
    'for several': signed({ email: [email] }),
    'for an e-mail that is too long': signed({ email: `${'a'.repeat(250)}@b.cd` }),
    'too long': signed({ padding: 'x'.repeat(4_096) }),
    'with claims that were changed': `${otherPayload}.${signature}`,
    'with a signature cut short': `${payload}.${signature.slice(0, -4)}`,
    'without a signature': payload,
    'with an empty signature': `${payload}.`,
    'with a third part': `${good}.${signature}`,
    'no base64url': `${payload}.${signature.slice(0, -1)}*`,
    'no JSON': signText('{', key),
    'no object': signText('null', key),
    'no UTF-8': signText(new Uint8Array([0xff, 0xfe]), key),
    garbage: '%%%',
    empty: '',
  };
  for (const [what, token] of Object.entries(bad)) expect((await verify(token)).caller, what).toBeNull();
});

test('a token that cannot be valid costs no look-up of its workspace', async () => {
  for (const changes of [{ exp: NOW - 1 }, { purpose: 'cloud' }, { email: null }, { workspace: 7 }])
    expect((await verify(signText(claimsWith(changes), 'forged'))).lookedUp).toEqual([]);
  expect((await verify(signText(claimsWith(), 'forged'))).lookedUp).toEqual(['ada']);
});
