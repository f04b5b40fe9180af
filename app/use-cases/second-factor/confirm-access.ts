import { AppError } from '#app/domain/errors/app-error.ts';
import type { UsesProof } from '#db/queries/second-factor/proof-rows.ts';
import type { Actor } from '../record-acts.ts';
import { verifyCurrentPassword } from '../recovery/verify-current-password.ts';
import type { Services } from '../services.ts';
import { checkEvidence, type Evidence, type EvidencePorts } from './check-evidence.ts';

/**
 * The signed-in person: proves their identity again, before a sensitive change. A person with a second factor proves
 * that factor; anyone else proves their password.
 * @throws AppError too_many_attempts, password_wrong, second_factor_wrong, passkey_refused.
 */
export async function confirmAccess(
  ports: EvidencePorts & Pick<Services, 'credentials' | 'passwords' | 'sessions'>,
  actor: Actor,
  evidence: Evidence | { kind: 'password'; password: string },
): Promise<void> {
  const { viewer, client } = actor;
  const confirm = (use: UsesProof | null) =>
    ports.factorProofs.confirmAccess({ now: ports.clock.now(), ...actor, use });
  if (evidence.kind === 'password') {
    await verifyCurrentPassword(ports, actor, evidence.password);
    // Another tab added a factor meanwhile, so that the password alone no longer suffices; or the session ended.
    if (!(await confirm(null))) throw new AppError('second_factor_wrong');
    return;
  }
  const asked = { userId: viewer.user.id, purpose: 'confirm', subject: viewer.session.tokenHash } as const;
  const { proof, forgiveKey, refuse } = await checkEvidence(ports, asked, evidence, client);
  if (!(await confirm({ proof, forgiveKey }))) await refuse();
}
