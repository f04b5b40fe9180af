import { AppError } from '#app/domain/errors/app-error.ts';
import type { Actor } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';

type Ports = Pick<Services, 'clock' | 'sessions'>;

/**
 * The signed-in person: ends one of their sessions.
 * @throws AccessUnconfirmed; AppError session_not_found for an ended session, or another person's.
 */
export async function endSession(
  ports: Ports,
  actor: Actor,
  { sessionId }: { sessionId: string },
): Promise<void> {
  requireRecentProof(ports, actor.viewer);
  const isEnded = await ports.sessions.end({ now: ports.clock.now(), ...actor, sessionId });
  if (!isEnded) throw new AppError('session_not_found');
}

/**
 * The signed-in person: ends all their sessions except the current one.
 * @throws AccessUnconfirmed; AppError session_expired if the current one ended meanwhile.
 */
export async function endOtherSessions(ports: Ports, actor: Actor): Promise<void> {
  requireRecentProof(ports, actor.viewer);
  const isDone = await ports.sessions.endOthers({ now: ports.clock.now(), ...actor });
  if (!isDone) throw new AppError('session_expired');
}

/** The signed-in person: switches to another of their accounts. @throws AppError forbidden for any other account. */
export async function switchAccount(
  ports: Ports,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<void> {
  const isMoved = await ports.sessions.switchAccount({ now: ports.clock.now(), ...actor, accountId });
  if (!isMoved) throw new AppError('forbidden');
}
