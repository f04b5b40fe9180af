import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeBase64Url, decodeBase64UrlText, encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import type { StoredPasskey } from '#db/queries/second-factor/proof-rows.ts';
import { CHALLENGE_LIFETIME_MS } from './challenge.ts';
import { assertionResponse, creationResponse, readClientData, readResponse } from './passkey-response.ts';

/** COSE numbers of ES256, EdDSA and RS256: what phones, password managers and Windows Hello use. */
const ALGORITHMS = [-7, -8, -257];
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** What a response must match. */
interface Expected {
  /** The browser's JSON, parsed but not trusted. */
  response: unknown;
  /** The portal's origin. A workspace may use our RP id, since its host is a subdomain; its origin differs. */
  origin: string;
  /** The portal's host name. */
  rpId: string;
  /** From `createChallenge`; the caller checked that it is valid and unused. */
  challenge: string;
}

/**
 * Options for `navigator.credentials.create`: a discoverable passkey that verifies its user, without attestation.
 * @param asked.existing the user's passkeys, so that one authenticator does not hold two.
 * @param asked.challenge base64url.
 */
export function passkeyCreationOptions(asked: {
  rp: { id: string; name: string };
  user: { id: string; email: string; name: string };
  existing: ReadonlyArray<Pick<StoredPasskey, 'credentialId' | 'transports'>>;
  challenge: string;
}) {
  const { rp, user, existing, challenge } = asked;
  return generateRegistrationOptions({
    rpID: rp.id,
    rpName: rp.name,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: existing.map(({ credentialId: id, transports }) => ({
      id,
      transports: filterTransports(transports),
    })),
    challenge: challengeBytes(challenge),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** A passkey to store. `isBackedUp`: whether its provider keeps a copy, as with synced passkeys. */
export type NewPasskey = StoredPasskey & { isBackedUp: boolean };

/** @returns the passkey that the browser created; null for any invalid response. */
export async function verifyPasskeyCreation(expected: Expected): Promise<NewPasskey | null> {
  const read = readResponse(creationResponse, expected.response);
  if (!read || isFramed(read.response.clientDataJSON)) return null;
  const transports = filterTransports(read.response.transports ?? []);
  const response: RegistrationResponseJSON = {
    ...read,
    response: { ...read.response, transports },
    clientExtensionResults: {},
  };
  const verified = await nullIfRefused(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified?.verified) return null;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  // The library reads the id from the signed part, and does not check the unsigned id.
  if (credential.id !== read.id) return null;
  return {
    credentialId: credential.id,
    publicKey: encodeBase64Url(credential.publicKey),
    counter: credential.counter,
    transports,
    isBackedUp: credentialBackedUp,
  };
}

/**
 * Options for `navigator.credentials.get`, for any passkey that the authenticator holds for the portal.
 * @param asked.challenge base64url.
 */
export function passkeyRequestOptions({ rpId, challenge }: { rpId: string; challenge: string }) {
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: challengeBytes(challenge),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
  });
}

/**
 * Reads, without verifying anything, which passkey answered which challenge.
 * @returns the user's id of `passkeyCreationOptions` in `userHandle`; null for another form.
 */
export function credentialIdIn(response: unknown) {
  const read = readResponse(assertionResponse, response);
  if (!read) return null;
  const { userHandle, clientDataJSON } = read.response;
  return {
    credentialId: read.id,
    userHandle: userHandle ? decodeBase64UrlText(userHandle) : null,
    challenge: readClientData(clientDataJSON)?.challenge ?? null,
  };
}

/** @returns the challenge that a new passkey answers, unverified; null for another form. */
export function challengeIn(response: unknown): string | null {
  const read = readResponse(creationResponse, response);
  return read && (readClientData(read.response.clientDataJSON)?.challenge ?? null);
}

/**
 * @param expected.passkey as stored.
 * @returns the counter to store; `counter-went-back` for a valid signature of a possible copy; null for any invalid
 *   response. Passkeys without a counter, such as synced ones, stay at 0.
 */
export async function verifyPasskeyAssertion(
  expected: Expected & { passkey: Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter'> },
): Promise<{ counter: number } | 'counter-went-back' | null> {
  const { passkey } = expected;
  const read = readResponse(assertionResponse, expected.response);
  const publicKey = decodeBase64Url(passkey.publicKey);
  if (!read || !publicKey || read.id !== passkey.credentialId) return null;
  if (isFramed(read.response.clientDataJSON)) return null;
  const { userHandle, ...signed } = read.response;
  const response: AuthenticationResponseJSON = {
    ...read,
    response: { ...signed, ...(userHandle && { userHandle }) },
    clientExtensionResults: {},
  };
  const verified = await nullIfRefused(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.rpId,
      requireUserVerification: true,
      // The library compares counters before it verifies the signature, so anyone could fake a lower one.
      credential: { id: passkey.credentialId, publicKey, counter: 0 },
    }),
  );
  if (!verified?.verified) return null;
  const counter = verified.authenticationInfo.newCounter;
  const isCounting = counter > 0 || passkey.counter > 0;
  return isCounting && counter <= passkey.counter ? 'counter-went-back' : { counter };
}

/** The library throws for every response that it refuses, and for unreadable bytes. */
async function nullIfRefused<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

function isFramed(clientDataJson: string): boolean {
  return readClientData(clientDataJson)?.isFramed ?? true;
}

function filterTransports(transports: string[]): string[] {
  return TRANSPORTS.filter((one) => transports.includes(one));
}

/** Decodes the challenge: the library would treat a string as UTF-8 and encode it again. */
function challengeBytes(challenge: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64Url(challenge);
  if (!bytes) throw new Error('A challenge is base64url.');
  return bytes;
}
