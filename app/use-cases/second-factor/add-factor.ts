import { encryptWithRing } from '#app/crypto/key-ring.ts';
import { hashToken, newId } from '#app/crypto/secrets.ts';
import { base32, matchTotp, totpUri } from '#app/crypto/totp.ts';
import { MAX_AUTHENTICATOR_APPS, MAX_PASSKEYS, secretContext } from '#app/domain/access/second-factor.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import type { AddOutcome } from '#db/queries/second-factor/factors.ts';
import type { StoredPasskey } from '#db/queries/second-factor/proof-rows.ts';
import { idsOf } from '#db/read.ts';
import type { Actor } from '../record-acts.ts';
import type { Services } from '../services.ts';
import { createChallenge, readChallenge } from './challenge.ts';
import type { EvidencePorts } from './check-evidence.ts';
import { challengeKeys, setupSecrets } from './keys.ts';
import { challengeIn, passkeyCreationOptions, verifyPasskeyCreation } from './passkeys.ts';
import { requireRecentProof } from './recent-proof.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

type Ports = Omit<EvidencePorts, 'factorProofs'> & Pick<Services, 'factors'>;

/** At setup a phone's clock may be a minute off; the app's row stores the drift (RFC 6238, section 6). */
const SETUP_TOLERANCE_STEPS = 2;

/** @returns the key as text, and the address in the QR code, to set up an authenticator app. */
export function appSetup(ports: Ports, viewer: Viewer, factorsChangedAt: number) {
  const [secret] = secretsFor(ports, viewer, factorsChangedAt);
  const issuer = ports.relyingParty.name;
  return { key: base32(secret), uri: totpUri({ secret, issuer, account: viewer.user.email }) };
}

/**
 * The signed-in person: adds an authenticator app by a code that it shows.
 * @returns the recovery codes for a first factor, which are not stored; null otherwise.
 * @throws AccessUnconfirmed; AppError too_many_factors; invalid_form for a wrong code.
 */
export async function addAuthenticatorApp(
  ports: Ports,
  actor: Actor,
  form: { name: string; code: string },
): Promise<{ recoveryCodes: string[] | null }> {
  const { viewer } = actor;
  requireRecentProof(ports, viewer);
  const now = ports.clock.now();
  const { factorsChangedAt } = await ports.factors.overview(idsOf(viewer), now);
  const found = matchSetup(secretsFor(ports, viewer, factorsChangedAt), form.code, now);
  const wrong = new AppError('invalid_form', { fields: { code: fieldError('totp_wrong') } });
  if (!found) throw wrong;
  const { secret, ...match } = found;
  const id = newId('fac');
  const text = encodeBase64Url(secret);
  const { recoveryCodes, recoveryCodeHashes } = codesFor(viewer);
  const outcome = await ports.factors.addApp({
    now,
    ...actor,
    id,
    name: form.name,
    secret: await encryptWithRing(ports.secondFactorKeys, text, secretContext(id)),
    secretHash: await hashToken(text),
    ...match,
    recoveryCodeHashes,
    limit: MAX_AUTHENTICATOR_APPS,
  });
  // The same setup was finished in another tab.
  if (outcome.kind === 'known') throw wrong;
  return codesToShow(outcome, recoveryCodes);
}

/** @returns the options with which a browser creates a passkey for the portal, as JSON. */
export async function passkeySetup(
  ports: Ports,
  viewer: Viewer,
  known: readonly StoredPasskey[],
): Promise<string> {
  const [key] = challengeKeys(ports.secondFactorKeys);
  const { session, user } = viewer;
  const use = { purpose: 'register', subject: session.tokenHash, now: ports.clock.now() } as const;
  const options = await passkeyCreationOptions({
    rp: ports.relyingParty,
    user,
    existing: known,
    challenge: createChallenge(key, use),
  });
  return JSON.stringify(options);
}

/**
 * The signed-in person: adds a passkey that their browser just created.
 * @param form.attestation the browser's answer, parsed and otherwise unchecked.
 * @returns as `addAuthenticatorApp`.
 * @throws AccessUnconfirmed; AppError passkey_refused, too_many_factors.
 */
export async function addPasskey(
  ports: Ports,
  actor: Actor,
  form: { name: string; attestation: unknown },
): Promise<{ recoveryCodes: string[] | null }> {
  const { viewer } = actor;
  requireRecentProof(ports, viewer);
  const now = ports.clock.now();
  const answered = challengeIn(form.attestation) ?? '';
  const challenge = readChallenge(challengeKeys(ports.secondFactorKeys), answered, {
    purpose: 'register',
    subject: viewer.session.tokenHash,
    now,
  });
  const { id: rpId, origin } = ports.relyingParty;
  const passkey =
    challenge &&
    (await verifyPasskeyCreation({ response: form.attestation, origin, rpId, challenge: answered }));
  if (!challenge || !passkey) throw new AppError('passkey_refused');
  const { recoveryCodes, recoveryCodeHashes } = codesFor(viewer);
  const outcome = await ports.factors.addPasskey({
    now,
    ...actor,
    id: newId('fac'),
    name: form.name,
    passkey,
    challengeId: challenge.id,
    recoveryCodeHashes,
    limit: MAX_PASSKEYS,
  });
  if (outcome.kind === 'known') throw new AppError('passkey_refused');
  return codesToShow(outcome, recoveryCodes);
}

function matchSetup(secrets: ReadonlyArray<Uint8Array<ArrayBuffer>>, code: string, now: number) {
  for (const secret of secrets) {
    const match = matchTotp({ secret, code, now, drift: 0, tolerance: SETUP_TOLERANCE_STEPS });
    if (match) return { secret, ...match };
  }
  return null;
}

function secretsFor(ports: Ports, { user, session }: Viewer, factorsChangedAt: number) {
  return setupSecrets(ports.secondFactorKeys, { userId: user.id, sessionId: session.id, factorsChangedAt });
}

/** @returns new recovery codes, and the hashes to store. */
export function codesFor({ user }: Viewer) {
  const recoveryCodes = newRecoveryCodes();
  return { recoveryCodes, recoveryCodeHashes: recoveryCodes.map((code) => hashRecoveryCode(code, user.id)) };
}

function codesToShow(outcome: Exclude<AddOutcome, { kind: 'known' }>, recoveryCodes: string[]) {
  if (outcome.kind === 'too-many') throw new AppError('too_many_factors');
  return { recoveryCodes: outcome.areCodesNew ? recoveryCodes : null };
}
