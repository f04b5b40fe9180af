import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPasskeyInBrowser, getPasskeyInBrowser } from '#app/components/security/passkey-browser.ts';
import {
  passkeyCreationOptions,
  passkeyRequestOptions,
  verifyPasskeyAssertion,
  verifyPasskeyCreation,
} from '#app/use-cases/second-factor/passkeys.ts';
import { createSoftwareAuthenticator } from '#tests/support/software-authenticator.ts';

const origin = 'https://weft.example';
const rpId = 'weft.example';
const challenge = 'AAAAAAAAAAAAAAAA';
const creationOptions = await passkeyCreationOptions({
  rp: { id: rpId, name: 'Weft Cloud' },
  user: { id: 'usr_1', email: 'ada@example.com', name: 'Ada' },
  existing: [],
  challenge,
});
const requestOptions = await passkeyRequestOptions({ rpId, challenge });

afterEach(() => vi.unstubAllGlobals());

test('gives the server a passkey that it accepts, and an assertion of it', async () => {
  const authenticator = createSoftwareAuthenticator();
  standAsBrowser({
    create: async () => asCredential(authenticator.createPasskey(creationOptions, { origin })),
    get: async () => asCredential(authenticator.assertPasskey(requestOptions, { origin })),
  });
  const created = await createPasskeyInBrowser(creationOptions);
  if (typeof created === 'string') throw new Error(created);
  const passkey = await verifyPasskeyCreation({ response: created.response, origin, rpId, challenge });
  if (!passkey) throw new Error('the passkey was refused');
  expect(passkey.transports).toEqual(['hybrid', 'internal']);
  const asserted = await getPasskeyInBrowser(requestOptions);
  if (typeof asserted === 'string') throw new Error(asserted);
  const { response } = asserted;
  expect(await verifyPasskeyAssertion({ response, origin, rpId, challenge, passkey })).toEqual({
    counter: 1,
  });
});

describe('an exception of the browser', () => {
  test.each([
    ['NotAllowedError', 'cancelled', 'cancelled'],
    ['AbortError', 'cancelled', 'cancelled'],
    ['NotSupportedError', 'unsupported', 'unsupported'],
    ['ConstraintError', 'unsupported', 'unsupported'],
    ['InvalidStateError', 'exists', 'failed'],
    ['SecurityError', 'failed', 'failed'],
    ['UnknownError', 'failed', 'failed'],
    ['constructor', 'failed', 'failed'],
  ])('named %s means that making is %s and asking is %s', async (name, creating, getting) => {
    const refuse = async () => {
      throw new DOMException('no', name);
    };
    standAsBrowser({ create: refuse, get: refuse });
    expect(await createPasskeyInBrowser(creationOptions)).toBe(creating);
    expect(await getPasskeyInBrowser(requestOptions)).toBe(getting);
  });

  test('reports a failure for a value that is not an exception', async () => {
    const nothing = async () => null;
    standAsBrowser({ create: nothing, get: nothing });
    expect(await createPasskeyInBrowser(creationOptions)).toBe('failed');
    expect(await getPasskeyInBrowser(requestOptions)).toBe('failed');
  });
});

test('a browser without WebAuthn is unsupported', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  expect(await createPasskeyInBrowser(creationOptions)).toBe('unsupported');
  expect(await getPasskeyInBrowser(requestOptions)).toBe('unsupported');
});

function standAsBrowser(credentials: { create: () => Promise<unknown>; get: () => Promise<unknown> }): void {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', { credentials });
  // The library reads the location to explain a failed ceremony.
  vi.stubGlobal('location', new URL(origin));
  vi.stubGlobal('window', globalThis);
}

/** @returns the result of `navigator.credentials`: the JSON's base64url as buffers. */
function asCredential(json: { rawId: string; response: object }) {
  const response = Object.entries(json.response).map(([field, value]) => [
    field,
    typeof value === 'string' ? toBuffer(value) : value,
  ]);
  const { transports, ...buffers }: { transports?: string[] } = Object.fromEntries(response);
  return {
    ...json,
    rawId: toBuffer(json.rawId),
    response: { ...buffers, getTransports: () => transports },
    getClientExtensionResults: () => ({}),
  };
}

function toBuffer(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64url')).buffer;
}
