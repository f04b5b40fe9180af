import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import { signIn } from '#app/use-cases/session/sign-in.ts';
import type { RequestContext } from './load-context.ts';

type Credentials = Parameters<typeof signIn>[1];

/**
 * @param credentials as the page's action parsed them.
 * @returns the sign-in methods, which return the new session's token.
 */
export function authenticatorFor(context: RequestContext, credentials: Credentials): Authenticator<string> {
  /** Signing in by the form of /login: user name or e-mail, and the password. */
  class PasswordStrategy extends Strategy<string, Credentials> {
    name = 'password';

    override authenticate(): Promise<string> {
      return this.verify(credentials);
    }
  }
  return new Authenticator<string>().use(
    new PasswordStrategy(async (given) => {
      const current = await currentTokenHash(context);
      return (await signIn(context.services, given, context.client, current)).sessionToken;
    }),
  );
}

/** @returns the token hash of this browser's session, which a new sign-in ends; null without a session. */
export async function currentTokenHash(context: RequestContext): Promise<string | null> {
  const state = await context.viewer();
  if (state.kind === 'second-factor-due') return state.pending.tokenHash;
  return state.kind === 'signed-in' ? state.viewer.session.tokenHash : null;
}
