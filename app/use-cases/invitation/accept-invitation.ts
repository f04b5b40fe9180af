import { hashToken, newId } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { personalWords } from '#app/domain/account/personal-words.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { OpenInvitation } from '#db/queries/invitations.ts';
import { hashNewPassword } from '../new-password.ts';
import type { Actor } from '../record-acts.ts';
import type { Services } from '../services.ts';
import { newSession } from '../session/new-session.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';

type Ports = Pick<Services, 'clock' | 'invitations'>;

/**
 * Anyone with the link: reads the invitation.
 * @throws AppError link_invalid for an unknown, used or expired link, or when the inviter can no longer invite to its role.
 */
export async function readInvitation(ports: Ports, token: string): Promise<OpenInvitation> {
  const invitation = await ports.invitations.open(await hashToken(token), ports.clock.now());
  if (!invitation) throw new AppError('link_invalid');
  return invitation;
}

/**
 * Anyone with the link and without an account: creates a user with a password and joins. The link came by
 * mail, so it also confirms the e-mail.
 * @throws AppError link_invalid, too_many_attempts, email_belongs_to_another if the e-mail has a user, who
 *   must sign in to join or has joined by this link; invalid_form as `hashNewPassword`.
 */
export async function acceptAsNewUser(
  ports: Ports & Pick<Services, 'breachedPasswords' | 'passwords' | 'sessions'>,
  input: { token: string; fullName: string; password: string; client: ClientInfo },
): Promise<{ sessionToken: string }> {
  const tokenHash = await hashToken(input.token);
  const throttle = throttleOf('invitation:link', tokenHash);
  const attempt = await ports.invitations.attempt({
    now: ports.clock.now(),
    tokenHash,
    throttle,
    unknown: throttleOf('invitation:unknown', input.client.network),
  });
  const { invitation } = attempt;
  refuseWhenThrottled(attempt, ports.clock);
  if (!invitation) return await refuseUsed(ports, tokenHash);
  if (invitation.knownUserId) throw new AppError('email_belongs_to_another');
  const { email, accountName } = invitation;
  const passwordHash = await hashNewPassword(ports, {
    password: input.password,
    words: personalWords({ fullName: input.fullName, email, accountName }),
    field: 'password',
    keys: [throttle.key],
  });
  const { sessionToken, signInInput } = await newSession(ports, input.client);
  const isAccepted = await ports.invitations.acceptAsNewUser({
    ...signInInput,
    invitation,
    userId: newId('usr'),
    name: input.fullName,
    passwordHash,
  });
  if (!isAccepted) return await refuseUsed(ports, tokenHash);
  return { sessionToken };
}

/** The answer to the first of two posts can be lost: a person who joined by this link signs in. */
async function refuseUsed({ invitations }: Pick<Services, 'invitations'>, tokenHash: string): Promise<never> {
  throw new AppError((await invitations.joined(tokenHash)) ? 'email_belongs_to_another' : 'link_invalid');
}

/**
 * The signed-in person whose e-mail was invited: joins the account in their current session. Does nothing for a person who joined by
 * this link.
 * @throws AppError link_invalid; forbidden for anyone else who is signed in; email_not_confirmed.
 */
export async function acceptAsViewer(ports: Ports, { viewer, client }: Actor, token: string): Promise<void> {
  const tokenHash = await hashToken(token);
  const hasJoined = async () => (await ports.invitations.joined(tokenHash))?.userId === viewer.user.id;
  const invitation = await ports.invitations.open(tokenHash, ports.clock.now());
  if (!invitation) {
    if (await hasJoined()) return;
    throw new AppError('link_invalid');
  }
  if (normalizeEmail(viewer.user.email) !== invitation.emailNormalized) throw new AppError('forbidden');
  if (viewer.progress.confirmedAt === null) throw new AppError('email_not_confirmed');
  const isAccepted = await ports.invitations.acceptAsUser({
    now: ports.clock.now(),
    invitation,
    userId: viewer.user.id,
    sessionTokenHash: viewer.session.tokenHash,
    client,
  });
  if (!isAccepted && !(await hasJoined())) throw new AppError('link_invalid');
}
