import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { type CborValue, encodeCbor } from '#tests/support/cbor.ts';

/** Flags of the authenticator data (WebAuthn, section 6.1). */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

type Algorithm = 'ES256' | 'EdDSA' | 'RS256';

/** How a ceremony differs from that of a correct browser and authenticator. */
interface Ceremony {
  /** The origin of the requesting page, as the browser writes it. */
  origin: string;
  /** The signed RP id; by default that of the options. */
  rpId?: string;
  challenge?: string;
  isUserVerified?: boolean;
  isUserPresent?: boolean;
  /** Further members of the client data, such as `crossOrigin`. */
  clientData?: object;
}

interface HeldPasskey {
  rpId: string;
  credentialId: string;
  userHandle: string;
  algorithm: Algorithm;
  privateKey: KeyObject;
  isSynced: boolean;
  counter: number;
}

/** An authenticator and its browser in one: it answers WebAuthn's options with the JSON that a page would post. */
export function createSoftwareAuthenticator({
  algorithm = 'ES256',
  isSynced = false,
  aaguid = Buffer.alloc(16),
}: {
  algorithm?: Algorithm;
  /** A synced passkey is backed up and does not count its uses. */
  isSynced?: boolean;
  aaguid?: Uint8Array;
} = {}) {
  const passkeys: HeldPasskey[] = [];

  return {
    createPasskey(
      options: PublicKeyCredentialCreationOptionsJSON,
      ceremony: Ceremony & { attestation?: Map<string, CborValue> },
    ): RegistrationResponseJSON {
      const rpId = ceremony.rpId ?? options.rp.id ?? new URL(ceremony.origin).hostname;
      const { privateKey, publicKey } = newKeyPair(algorithm);
      const id = randomBytes(32);
      const credentialId = id.toString('base64url');
      passkeys.push({
        rpId,
        credentialId,
        userHandle: options.user.id,
        algorithm,
        privateKey,
        isSynced,
        counter: 0,
      });
      const idLength = Buffer.from([id.length >> 8, id.length & 0xff]);
      const credential = Buffer.concat([aaguid, idLength, id, encodeCbor(coseKey(publicKey, algorithm))]);
      const authData = authenticatorData({ ...ceremony, rpId, isSynced, counter: 0, credential });
      const attestation = new Map<string, CborValue>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
        ...(ceremony.attestation ?? []),
      ]);
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: clientDataJson('webauthn.create', options.challenge, ceremony).toString(
            'base64url',
          ),
          attestationObject: encodeCbor(attestation).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
        clientExtensionResults: { credProps: { rk: true } },
      };
    },

    /** Answers with the newest passkey that the options allow. @throws if there is none. */
    assertPasskey(
      options: PublicKeyCredentialRequestOptionsJSON,
      ceremony: Ceremony & { counter?: number },
    ): AuthenticationResponseJSON {
      const allowed = options.allowCredentials?.map(({ id }) => id) ?? [];
      const passkey = passkeys.findLast(
        ({ rpId, credentialId }) =>
          rpId === options.rpId && (allowed.length === 0 || allowed.includes(credentialId)),
      );
      if (!passkey) throw new Error(`no passkey for ${options.rpId}`);
      passkey.counter = ceremony.counter ?? (passkey.isSynced ? 0 : passkey.counter + 1);
      const authData = authenticatorData({
        rpId: passkey.rpId,
        ...ceremony,
        isSynced,
        counter: passkey.counter,
      });
      const clientData = clientDataJson('webauthn.get', options.challenge, ceremony);
      const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
      // Ed25519 hashes internally.
      const digest = passkey.algorithm === 'EdDSA' ? null : 'sha256';
      return {
        id: passkey.credentialId,
        rawId: passkey.credentialId,
        type: 'public-key',
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign(digest, signed, passkey.privateKey).toString('base64url'),
          userHandle: passkey.userHandle,
        },
        clientExtensionResults: {},
      };
    },
  };
}

function authenticatorData({
  rpId,
  counter,
  credential,
  isSynced,
  isUserPresent = true,
  isUserVerified = true,
}: {
  rpId: string;
  counter: number;
  credential?: Uint8Array;
  isSynced: boolean;
  isUserPresent?: boolean;
  isUserVerified?: boolean;
}): Buffer {
  const flags =
    (isUserPresent ? USER_PRESENT : 0) |
    (isUserVerified ? USER_VERIFIED : 0) |
    (isSynced ? BACKUP_ELIGIBLE | BACKED_UP : 0) |
    (credential ? HAS_CREDENTIAL : 0);
  const counterBytes = Buffer.alloc(4);
  counterBytes.writeUInt32BE(counter);
  const rpIdHash = createHash('sha256').update(rpId).digest();
  return Buffer.concat([rpIdHash, Buffer.from([flags]), counterBytes, credential ?? Buffer.alloc(0)]);
}

function clientDataJson(type: string, challenge: string, ceremony: Ceremony): Buffer {
  const data = {
    type,
    challenge: ceremony.challenge ?? challenge,
    origin: ceremony.origin,
    crossOrigin: false,
    ...ceremony.clientData,
  };
  return Buffer.from(JSON.stringify(data));
}

function newKeyPair(algorithm: Algorithm) {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return algorithm === 'EdDSA'
    ? generateKeyPairSync('ed25519')
    : generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/** @returns a public key as WebAuthn stores it (RFC 9053; RFC 8230 for RSA). */
function coseKey(key: KeyObject, algorithm: Algorithm): Map<number, CborValue> {
  const jwk = key.export({ format: 'jwk' });
  const bytes = (member: string | undefined) => Buffer.from(member ?? '', 'base64url');
  // The numbers of kty, alg and crv (for RSA: n) are 1, 3 and -1.
  const members: Record<Algorithm, Array<[number, CborValue]>> = {
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ],
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ],
  };
  return new Map(members[algorithm]);
}
