import { decryptWithRing } from '#app/crypto/key-ring.ts';
import { hashToken } from '#app/crypto/secrets.ts';
import { matchTotp } from '#app/crypto/totp.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { secretContext } from '#app/domain/access/second-factor.ts';
import { throttleRules } from '#app/domain/access/throttle-rules.ts';
import { decodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Proof, StoredPasskey } from '#db/queries/second-factor/proof-rows.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';
import { type ChallengeUse, createChallenge, readChallenge } from './challenge.ts';
import { challengeKeys } from './keys.ts';
import { credentialIdIn, passkeyRequestOptions, verifyPasskeyAssertion } from './passkeys.ts';
import { hashRecoveryCode, normalizeRecoveryCode } from './recovery-codes.ts';

/** Evidence of a second factor: a typed code of an app or recovery code, or a passkey's response. */
export type Evidence = { kind: 'code'; code: string } | { kind: 'passkey'; assertion: unknown };

export type EvidencePorts = Pick<Services, 'clock' | 'factorProofs' | 'secondFactorKeys' | 'relyingParty'>;

/** How many steps of 30 s a phone's clock may be off, beyond its last known drift (RFC 6238, section 5.2). */
const TOLERANCE_STEPS = 1;
/** The largest accepted drift, five minutes: each step gives a guesser one more valid code. */
const MAX_DRIFT_STEPS = 10;
/** More than a typing error: the attempt at which a mail warns the password's owner of guessing. */
const MAIL_AT_ATTEMPT = 5;

/**
 * Checks evidence of a second factor; counts the attempt before it compares anything.
 * @param asked the person to prove, and the purpose and subject of a passkey's challenge.
 * @returns the proof, which the database may still find used, and the counter to forgive with it. `refuse` is for a used
 *   proof or an unknown recovery code, and records it like any other wrong answer.
 * @throws AppError too_many_attempts, second_factor_wrong, passkey_refused.
 */
export async function checkEvidence(
  ports: EvidencePorts,
  asked: { userId: string; purpose: ChallengeUse['purpose']; subject: string },
  evidence: Evidence,
  client: ClientInfo,
): Promise<{ proof: Proof; forgiveKey: string; refuse: () => Promise<never> }> {
  const now = ports.clock.now();
  const { userId } = asked;
  const { key, apps, passkeys, ...counted } = await ports.factorProofs.attempt({
    now,
    userId,
    deviceTokenHash: await hashToken(client.deviceToken),
    rule: throttleRules['factor:user'],
  });
  refuseWhenThrottled(counted, ports.clock);
  const refusal = { now, userId, warns: counted.attempts === MAIL_AT_ATTEMPT, client };
  const refuse = async (suspicion?: CounterWentBack): Promise<never> => {
    await ports.factorProofs.recordRefusal({
      ...refusal,
      ...(suspicion ?? { kind: 'second_factor_refused' }),
    });
    throw new AppError(evidence.kind === 'code' ? 'second_factor_wrong' : 'passkey_refused');
  };
  if (evidence.kind === 'code') {
    const proof = await proofOfCode(ports, userId, apps, evidence.code);
    return proof ? { proof, forgiveKey: key, refuse } : refuse();
  }
  const credential = credentialIdIn(evidence.assertion);
  const passkey = passkeys.find(({ credentialId }) => credentialId === credential?.credentialId);
  const proof = passkey ? await proofOfPasskey(ports, asked, passkey, evidence.assertion) : null;
  if (proof?.kind === 'passkey') return { proof, forgiveKey: key, refuse };
  return refuse(proof ?? undefined);
}

interface CounterWentBack {
  kind: 'passkey_counter_went_back';
  challengeId: string;
}

/** The request for a passkey, as the browser gets it. */
export interface PasskeyOptions {
  challenge: string;
  /** `PublicKeyCredentialRequestOptionsJSON` with that challenge, as JSON. */
  options: string;
}

/** @returns the options with which a browser asks for a passkey of the portal; costs no round trip. */
export async function passkeyOptions(
  ports: Omit<EvidencePorts, 'factorProofs'>,
  asked: { purpose: ChallengeUse['purpose']; subject: string },
): Promise<PasskeyOptions> {
  const [key] = challengeKeys(ports.secondFactorKeys);
  const challenge = createChallenge(key, { ...asked, now: ports.clock.now() });
  const options = JSON.stringify(await passkeyRequestOptions({ rpId: ports.relyingParty.id, challenge }));
  return { challenge, options };
}

/** @returns null for a response that proves nothing; `passkey_counter_went_back` if a copy may have made it. */
export async function proofOfPasskey(
  ports: EvidencePorts,
  { purpose, subject }: { purpose: ChallengeUse['purpose']; subject: string },
  passkey: StoredPasskey,
  assertion: unknown,
): Promise<Extract<Proof, { kind: 'passkey' }> | CounterWentBack | null> {
  const answered = credentialIdIn(assertion)?.challenge ?? '';
  const keys = challengeKeys(ports.secondFactorKeys);
  const challenge = readChallenge(keys, answered, { purpose, subject, now: ports.clock.now() });
  if (!challenge) return null;
  const { id: rpId, origin } = ports.relyingParty;
  const verified = await verifyPasskeyAssertion({
    response: assertion,
    origin,
    rpId,
    challenge: answered,
    passkey,
  });
  if (verified === null) return null;
  if (verified === 'counter-went-back') {
    return { kind: 'passkey_counter_went_back', challengeId: challenge.id };
  }
  const { credentialId } = passkey;
  return { kind: 'passkey', credentialId, counter: verified.counter, challengeId: challenge.id };
}

/** @throws Error if no app matches the code and a secret is unreadable: the fault is ours, not a wrong code. */
async function proofOfCode(
  ports: EvidencePorts,
  userId: string,
  apps: ReadonlyArray<{ id: string; secret: string; drift: number }>,
  typed: string,
): Promise<Proof | null> {
  const recoveryCode = normalizeRecoveryCode(typed);
  if (recoveryCode !== null) {
    return { kind: 'recovery-code', codeHash: hashRecoveryCode(recoveryCode, userId) };
  }
  const now = ports.clock.now();
  const unreadable: string[] = [];
  for (const { id, secret: sealed, drift: known } of apps) {
    const text = await decryptWithRing(ports.secondFactorKeys, sealed, secretContext(id));
    const secret = text === null ? null : decodeBase64Url(text);
    if (secret === null) {
      unreadable.push(id);
      continue;
    }
    // With the known drift first, then without: a phone that was slow at setup may be exact by now.
    for (const drift of new Set([known, 0])) {
      const match = matchTotp({ secret, code: typed, now, drift, tolerance: TOLERANCE_STEPS });
      if (match && Math.abs(match.drift) <= MAX_DRIFT_STEPS) return { kind: 'app', appId: id, ...match };
    }
  }
  if (unreadable.length > 0) throw new Error(`No second-factor key opens the secret of ${unreadable}.`);
  return null;
}
