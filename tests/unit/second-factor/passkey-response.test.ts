import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  credentialIdIn,
  passkeyCreationOptions,
  passkeyRequestOptions,
  verifyPasskeyAssertion,
  verifyPasskeyCreation,
} from '#app/use-cases/second-factor/passkeys.ts';
import { createSoftwareAuthenticator } from '#tests/support/software-authenticator.ts';

const expected = { origin: 'https://weft.example', rpId: 'weft.example', challenge: 'AAAAAAAAAAAAAAAA' };
const user = { id: 'usr_1', email: 'ada@example.com', name: 'Ada' };
const { creation, assertion, passkey } = await goodResponses();

/** Values that a field must not contain. */
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.base64String(),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  fc.constantFrom('', '=', 'null', '__proto__', 'e30', 'bnVsbA', 'W10', '\ud800', 'A'.repeat(20_000)),
);

describe('a hostile response', () => {
  test('is refused without an exception, whatever its JSON', async () => {
    await fc.assert(fc.asyncProperty(fc.jsonValue(), (response) => expectRefused(response)));
  });

  test.each(['id', 'rawId', 'type'] as const)(
    'with another %s is refused without an exception',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(hostile, async (value) => {
          fc.pre(value !== creation[field] && value !== assertion[field]);
          await expectRefused({ ...creation, [field]: value }, { ...assertion, [field]: value });
        }),
      );
    },
  );

  test.each(['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'])(
    'with another %s is refused without an exception',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(hostile, async (value) => {
          const inCreation = { ...creation, response: { ...creation.response, [field]: value } };
          const inAssertion = { ...assertion, response: { ...assertion.response, [field]: value } };
          // A field that only the other ceremony uses is not a reason for a refusal.
          if (field in creation.response) expect(await verifyCreation(inCreation)).toBeNull();
          if (field in assertion.response) expect(await verifyAssertion(inAssertion)).toBeNull();
        }),
      );
    },
  );

  test.each([
    ['CBOR nested 8,000 deep', Buffer.alloc(8000, 0x81)],
    ['a CBOR array of 2^32 members', Buffer.from('9affffffff', 'hex')],
    ['a CBOR text of 2^53 bytes', Buffer.from('7b001fffffffffffff', 'hex')],
    ['a CBOR map that repeats a key', Buffer.from('a2616101616102', 'hex')],
    ['no map', Buffer.from('01', 'hex')],
  ])('with %s for its attestation is refused', async (_, bytes) => {
    const attestationObject = bytes.toString('base64url');
    const response = { ...creation, response: { ...creation.response, attestationObject } };
    expect(await verifyCreation(response)).toBeNull();
  });

  test.each(['padding', '__proto__'])('is refused above 16 kB, even in a field %s', async (field) => {
    const room = 16 * 1024 - JSON.stringify({ ...creation, padding: '' }).length;
    const padded = (length: number) => ({
      ...creation,
      ...Object.fromEntries([['padding', 'x'.repeat(length)]]),
    });
    expect(await verifyCreation(padded(room))).not.toBeNull();
    expect(await verifyCreation(padded(room + 1))).toBeNull();
    const large = Object.fromEntries([[field, 'x'.repeat(20_000)]]);
    expect(await verifyCreation({ ...creation, nested: large })).toBeNull();
    expect(await verifyAssertion({ ...assertion, nested: large })).toBeNull();
    expect(credentialIdIn({ ...assertion, nested: large })).toBeNull();
  });

  test('with a field nested 100,000 deep is refused', async () => {
    const nested: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(await verifyCreation({ ...creation, nested })).toBeNull();
    expect(credentialIdIn({ ...assertion, nested })).toBeNull();
  });

  test('is accepted unchanged', async () => {
    expect(await verifyCreation(creation)).not.toBeNull();
    expect(await verifyAssertion(assertion)).toEqual({ counter: 1 });
  });
});

describe('the contents of a response', () => {
  test('is read from any JSON without an exception', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (id, userHandle, clientDataJSON) => {
        const named = credentialIdIn({
          ...assertion,
          id,
          response: { ...assertion.response, userHandle, clientDataJSON },
        });
        if (named) expect(named.credentialId).toBe(id);
      }),
    );
  });

  test.each([
    ['no user handle', undefined],
    ['a null user handle', null],
    ['an empty user handle', ''],
    ['a user handle that is not text', '_w'],
    ['a user handle that is not base64url', 'a b'],
  ])('has no user with %s', (_, userHandle) => {
    const named = credentialIdIn({ ...assertion, response: { ...assertion.response, userHandle } });
    expect(named).toEqual({ credentialId: assertion.id, userHandle: null, challenge: expected.challenge });
  });

  test.each(['{', 'null', '[]', '{}', '{"challenge":1}', '{"challenge":"A","crossOrigin":"yes"}'])(
    'has no challenge with client data %s',
    (text) => {
      const clientDataJSON = Buffer.from(text).toString('base64url');
      const named = credentialIdIn({ ...assertion, response: { ...assertion.response, clientDataJSON } });
      expect(named?.challenge).toBeNull();
    },
  );
});

async function expectRefused(inCreation: unknown, inAssertion = inCreation): Promise<void> {
  expect(await verifyCreation(inCreation)).toBeNull();
  expect(await verifyAssertion(inAssertion)).toBeNull();
}

function verifyCreation(response: unknown) {
  return verifyPasskeyCreation({ ...expected, response });
}

function verifyAssertion(response: unknown) {
  return verifyPasskeyAssertion({ ...expected, response, passkey });
}

async function goodResponses() {
  const { origin, rpId, challenge } = expected;
  const authenticator = createSoftwareAuthenticator();
  const rp = { id: rpId, name: 'Weft Cloud' };
  const creation = authenticator.createPasskey(
    await passkeyCreationOptions({ rp, user, existing: [], challenge }),
    { origin },
  );
  const assertion = authenticator.assertPasskey(await passkeyRequestOptions({ rpId, challenge }), { origin });
  const passkey = await verifyPasskeyCreation({ ...expected, response: creation });
  if (!passkey) throw new Error('a good passkey was refused');
  return { creation, assertion, passkey };
}
