import { z } from 'zod';
import { hashToken } from '#app/crypto/secrets.ts';
import { roles } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { deviceCookie } from '#app/http/cookies.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { AppError, withErrorCode } from '../plumbing/call.ts';

/** A person (spec §3), with their role in the account they sign in to. */
export const user = z
  .strictObject({
    id: z.string().startsWith('usr_'),
    username: z.string(),
    name: z.string(),
    email: z.string(),
    confirmed: z.boolean(),
    role: z.enum(roles),
  })
  .meta({ id: 'User' });

type User = z.output<typeof user>;

export const userExample = {
  id: 'usr_9fQ2mXcV7bLw4KzT',
  username: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  confirmed: true,
  role: 'owner',
};

/** The token is in the body only: the session cookie is for pages, whose scripts cannot read it. */
export const signedIn = z.strictObject({ token: z.string(), user }).meta({ id: 'SignedIn' });

/** Never given to anyone. */
const tokenExample = 'V3rY-s3cr3t-0000000000000000000000000000000';
export const signedInExample = { token: tokenExample, user: userExample };

/** @param person `confirmedAt` is UTC ms; null before. */
export function toUser(person: Omit<User, 'confirmed'> & { confirmedAt: number | null }): User {
  const { id, username, name, email, role, confirmedAt } = person;
  return { id, username, name, email, confirmed: confirmedAt !== null, role };
}

export function viewerToUser({ user, role, progress }: Viewer): User {
  return toUser({ ...user, role, confirmedAt: progress.confirmedAt });
}

/**
 * Answers a call that signed a person in, and sets the device cookie of a browser. Programs get no cookie: with one, their next
 * call would count as cross-site.
 *
 * @param replaced the token hash of the session that the call came with. It ends only after the new one signs in.
 * @throws AppError second_factor_due where the call accepts no code; login_failed when the session has already ended,
 * or cannot be read.
 */
export async function answerSignIn(
  { request, context, headers }: { request: Request; context: RequestContext; headers: Headers },
  { sessionToken }: { sessionToken: string },
  replaced: string | null = null,
): Promise<z.output<typeof signedIn>> {
  const { services, client, portal } = context;
  const tokenHash = await hashToken(sessionToken);
  const state = await withErrorCode('login_failed', () =>
    services.sessions.viewer(tokenHash, services.clock.now()),
  );
  if (state.kind === 'second-factor-due') {
    await services.sessions.discard(tokenHash);
    throw new AppError('second_factor_due');
  }
  if (state.kind !== 'signed-in') throw new AppError('login_failed');
  if (replaced !== null) {
    const ended = { now: services.clock.now(), tokenHash: replaced, newTokenHash: tokenHash };
    await withErrorCode('login_failed', () => services.sessions.endReplaced(ended));
  }
  // Browsers declare the origin of each POST.
  const isBrowser = request.headers.has('Origin') || request.headers.has('Sec-Fetch-Site');
  if (isBrowser) headers.set('Set-Cookie', deviceCookie.set(client.newDeviceToken, portal.isSecure));
  return { token: sessionToken, user: viewerToUser(state.viewer) };
}
