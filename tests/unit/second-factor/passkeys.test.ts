import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createChallenge, readChallenge } from '#app/use-cases/second-factor/challenge.ts';
import {
  credentialIdIn,
  type NewPasskey,
  passkeyCreationOptions,
  passkeyRequestOptions,
  verifyPasskeyAssertion,
  verifyPasskeyCreation,
} from '#app/use-cases/second-factor/passkeys.ts';
import { createSoftwareAuthenticator } from '#tests/support/software-authenticator.ts';

const origin = 'https://weft.example';
const rpId = 'weft.example';
const user = { id: 'usr_1', email: 'ada@example.com', name: 'Ada Lovelace' };
const now = Date.UTC(2026, 10, 22);
const key = new Uint8Array(32).fill(1);

type Authenticator = ReturnType<typeof createSoftwareAuthenticator>;
type Creation = Parameters<Authenticator['createPasskey']>[1];
type Assertion = Parameters<Authenticator['assertPasskey']>[1];

describe('creation', () => {
  test('asks for a discoverable passkey that verifies its user, without attestation', async () => {
    const challenge = newChallenge('register');
    const existing = [{ credentialId: 'AAEC', transports: ['internal', 'telepathy'] }];
    const options = await passkeyCreationOptions({
      rp: { id: rpId, name: 'Weft' },
      user,
      existing,
      challenge,
    });
    expect(options).toMatchObject({
      challenge,
      rp: { id: rpId, name: 'Weft' },
      user: { id: Buffer.from('usr_1').toString('base64url'), name: user.email, displayName: user.name },
      attestation: 'none',
      timeout: 300_000,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: 'AAEC', type: 'public-key', transports: ['internal'] }],
    });
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257]);
  });

  test.each(['ES256', 'EdDSA', 'RS256'] as const)(
    'stores an %s passkey that then signs in',
    async (algorithm) => {
      const authenticator = createSoftwareAuthenticator({ algorithm });
      const passkey = await enrol(authenticator);
      expect(passkey).toEqual({
        credentialId: expect.stringMatching(/^[\w-]{43}$/),
        publicKey: expect.stringMatching(/^[\w-]+$/),
        counter: 0,
        transports: ['hybrid', 'internal'],
        isBackedUp: false,
      });
      expect(await signIn(authenticator, passkey)).toEqual({ counter: 1 });
    },
  );

  test('recognizes a synced passkey', async () => {
    const passkey = await enrol(createSoftwareAuthenticator({ isSynced: true }));
    expect(passkey).toMatchObject({ isBackedUp: true });
  });

  test.each<[string, Partial<Creation>]>([
    ['a workspace’s origin that uses our RP id', { origin: 'https://ada.weft.example' }],
    ['the same host on another port', { origin: 'https://weft.example:8443' }],
    ['the same host over HTTP', { origin: 'http://weft.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another RP id', { rpId: 'ada.weft.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an unverified user', { isUserVerified: false }],
    ['an absent user', { isUserPresent: false }],
    ['a page framed by another site', { clientData: { crossOrigin: true } }],
    ['a page below another top origin', { clientData: { topOrigin: 'https://evil.example' } }],
    ['a response to another ceremony', { clientData: { type: 'webauthn.get' } }],
    ['a statement beside attestation “none”', { attestation: new Map([['attStmt', new Map([['a', 1]])]]) }],
    ['an unknown attestation', { attestation: new Map([['fmt', 'imagined']]) }],
    ['a broken TPM attestation', { attestation: new Map([['fmt', 'tpm']]) }],
    ['an unsigned packed attestation', { attestation: new Map([['fmt', 'packed']]) }],
    ['no authenticator data', { attestation: new Map([['authData', Buffer.alloc(0)]]) }],
  ])('refuses %s', async (_, change) => {
    expect(await create({ ...change })).toBeNull();
    expect(await create({})).not.toBeNull();
  });

  test('refuses an id beside the signed one', async () => {
    const challenge = newChallenge('register');
    const response = createSoftwareAuthenticator().createPasskey(await creationOptions(challenge), {
      origin,
    });
    const renamed = { ...response, id: 'AAEC', rawId: 'AAEC' };
    expect(await verifyPasskeyCreation({ response: renamed, origin, rpId, challenge })).toBeNull();
  });

  test('keeps only transports that browsers know, each once', async () => {
    const challenge = newChallenge('register');
    const response = createSoftwareAuthenticator().createPasskey(await creationOptions(challenge), {
      origin,
    });
    const transports = ['usb', 'usb', '<script>', 'nfc'];
    const posted = { ...response, response: { ...response.response, transports } };
    const created = await verifyPasskeyCreation({ response: posted, origin, rpId, challenge });
    expect(created?.transports).toEqual(['nfc', 'usb']);
  });
});

describe('assertion', () => {
  test('asks for any passkey of the portal', async () => {
    const challenge = newChallenge('sign-in');
    const any = await passkeyRequestOptions({ rpId, challenge });
    expect(any).toMatchObject({ rpId, challenge, userVerification: 'required', timeout: 300_000 });
    expect(any.allowCredentials).toBeUndefined();
  });

  test('returns the passkey, user and challenge of a response', async () => {
    const authenticator = createSoftwareAuthenticator();
    const passkey = await enrol(authenticator);
    const challenge = newChallenge('sign-in');
    const response = authenticator.assertPasskey(await passkeyRequestOptions({ rpId, challenge }), {
      origin,
    });
    const named = credentialIdIn(response);
    expect(named).toEqual({ credentialId: passkey.credentialId, userHandle: 'usr_1', challenge });
    const use = { purpose: 'sign-in', subject: 'ses_1', now } as const;
    expect(readChallenge([key], named?.challenge ?? '', use)).not.toBeNull();
  });

  test.each<[string, Partial<Assertion>]>([
    ['a workspace’s origin that uses our RP id', { origin: 'https://ada.weft.example' }],
    ['the same host on another port', { origin: 'https://weft.example:8443' }],
    ['the same host over HTTP', { origin: 'http://weft.example' }],
    ['another RP id', { rpId: 'ada.weft.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an unverified user', { isUserVerified: false }],
    ['an absent user', { isUserPresent: false }],
    ['a page framed by another site', { clientData: { crossOrigin: true } }],
    ['a page below another top origin', { clientData: { topOrigin: 'https://evil.example' } }],
    ['a response to another ceremony', { clientData: { type: 'webauthn.create' } }],
  ])('refuses %s', async (_, change) => {
    const authenticator = createSoftwareAuthenticator();
    const passkey = await enrol(authenticator);
    expect(await signIn(authenticator, passkey, change)).toBeNull();
    expect(await signIn(authenticator, passkey)).not.toBeNull();
  });

  test('refuses another user’s passkey', async () => {
    const [mine, theirs] = [createSoftwareAuthenticator(), createSoftwareAuthenticator()];
    const passkey = await enrol(mine);
    const other = await enrol(theirs);
    expect(await signIn(theirs, passkey)).toBeNull();
    expect(await signIn(theirs, { ...passkey, credentialId: other.credentialId })).toBeNull();
  });

  test.each([
    ['a counter that rises', 5, 6, { counter: 6 }],
    ['a counter that stays', 5, 5, 'counter-went-back'],
    ['a counter that falls', 5, 4, 'counter-went-back'],
    ['a counter that falls to 0', 5, 0, 'counter-went-back'],
    ['a counter that stays 0', 0, 0, { counter: 0 }],
    ['the largest counter', 0, 2 ** 32 - 1, { counter: 2 ** 32 - 1 }],
  ])('judges %s', async (_, stored, counter, outcome) => {
    const authenticator = createSoftwareAuthenticator();
    const passkey = { ...(await enrol(authenticator)), counter: stored };
    expect(await signIn(authenticator, passkey, { counter })).toEqual(outcome);
  });

  test('accepts a synced passkey again and again', async () => {
    const authenticator = createSoftwareAuthenticator({ isSynced: true });
    const passkey = await enrol(authenticator);
    for (let time = 0; time < 3; time += 1) {
      expect(await signIn(authenticator, passkey)).toEqual({ counter: 0 });
    }
  });

  test.each(['signature', 'authenticatorData', 'clientDataJSON'] as const)(
    'refuses any changed byte of %s, and never reports a decreased counter',
    async (field) => {
      // An ES256 signature is DER, whose lengths have several encodings; an Ed25519 signature is always 64 bytes.
      const authenticator = createSoftwareAuthenticator({ algorithm: 'EdDSA' });
      const passkey = { ...(await enrol(authenticator)), counter: 9 };
      const challenge = newChallenge('sign-in');
      const good = authenticator.assertPasskey(await passkeyRequestOptions({ rpId, challenge }), {
        origin,
        counter: 3,
      });
      const bytes = Buffer.from(good.response[field], 'base64url');
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
          const changed = Buffer.from(bytes);
          changed.writeUInt8(changed.readUInt8(at) ^ flip, at);
          const response = {
            ...good,
            response: { ...good.response, [field]: changed.toString('base64url') },
          };
          expect(await verifyPasskeyAssertion({ response, origin, rpId, challenge, passkey })).toBeNull();
        }),
      );
      const unchanged = { response: good, origin, rpId, challenge, passkey };
      expect(await verifyPasskeyAssertion(unchanged)).toBe('counter-went-back');
    },
  );
});

function newChallenge(purpose: 'sign-in' | 'register'): string {
  return createChallenge(key, { purpose, subject: 'ses_1', now });
}

function creationOptions(challenge: string) {
  return passkeyCreationOptions({ rp: { id: rpId, name: 'Weft Cloud' }, user, existing: [], challenge });
}

async function create(change: Partial<Creation>, authenticator = createSoftwareAuthenticator()) {
  const challenge = newChallenge('register');
  const response = authenticator.createPasskey(await creationOptions(challenge), { origin, ...change });
  return verifyPasskeyCreation({ response, origin, rpId, challenge });
}

async function enrol(authenticator: Authenticator): Promise<NewPasskey> {
  const passkey = await create({}, authenticator);
  if (!passkey) throw new Error('a good passkey was refused');
  return passkey;
}

async function signIn(
  authenticator: Authenticator,
  passkey: Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter'>,
  change: Partial<Assertion> = {},
) {
  const challenge = newChallenge('sign-in');
  const options = await passkeyRequestOptions({ rpId, challenge });
  const response = authenticator.assertPasskey(options, { origin, ...change });
  return verifyPasskeyAssertion({ response, origin, rpId, challenge, passkey });
}
