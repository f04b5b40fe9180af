import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import { signIn } from '#app/use-cases/session/sign-in.ts';
import type { RequestContext } from './load-context.ts';

interface Credentials {
  login: string;
  password: string;
}

/** Signing in by the form of /login: user name or e-mail, and the password. */
class PasswordStrategy extends Strategy<string, Credentials> {
  name = 'password';
  readonly #credentials: Credentials;

  constructor(credentials: Credentials, verify: Strategy.VerifyFunction<string, Credentials>) {
    super(verify);
    this.#credentials = credentials;
  }

  override async authenticate(): Promise<string> {
    return this.verify(this.#credentials);
  }
}

/**
 * @param credentials as the page's action parsed them. @returns the sign-in methods, each of which returns the new
 *   session's token.
 */
export function authenticatorFor(context: RequestContext, credentials: Credentials): Authenticator<string> {
  return new Authenticator<string>().use(
    new PasswordStrategy(credentials, async (given) => {
      const current = await currentTokenHash(context);
      const { sessionToken } = await signIn(context.services, given, context.client, current);
      return sessionToken;
    }),
  );
}

/** @returns the token hash of this browser's session, which a new sign-in ends; null without a session. */
export async function currentTokenHash(context: RequestContext): Promise<string | null> {
  const state = await context.viewer();
  if (state.kind === 'second-factor-due') return state.pending.tokenHash;
  return state.kind === 'signed-in' ? state.viewer.session.tokenHash : null;
}
