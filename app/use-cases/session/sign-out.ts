import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { ViewerState } from '#app/domain/access/viewer.ts';
import type { Services } from '../services.ts';

/** Ends the session, or the sign-in that still lacks its second factor. Idempotent: changes nothing for anyone else. */
export async function signOutOfPortal(
  { clock, sessions }: Pick<Services, 'clock' | 'sessions'>,
  state: ViewerState,
  client: ClientInfo,
): Promise<void> {
  if (state.kind === 'signed-in') await sessions.signOut({ now: clock.now(), viewer: state.viewer, client });
  if (state.kind === 'second-factor-due') await sessions.discard(state.pending.tokenHash);
}
