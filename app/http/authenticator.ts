import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import { AppError } from '#app/domain/errors/app-error.ts';
import { signIn } from '#app/use-cases/session/sign-in.ts';
import { parseForm } from './forms.ts';
import type { RequestContext } from './load-context.ts';
import { portalForms } from './portal-forms.ts';

interface Credentials {
  login: string;
  password: string;
}

/** Signing in by the form of /login: user name or e-mail, and the password. */
class PasswordStrategy extends Strategy<string, Credentials> {
  name = 'password';

  override async authenticate(request: Request): Promise<string> {
    const submission = await parseForm(request, portalForms.signIn);
    if (submission.status !== 'success') throw new AppError('invalid_form');
    return this.verify(submission.value);
  }
}

/** @returns the ways to sign in, each ending in the new session's token. */
export function authenticatorFor(context: RequestContext): Authenticator<string> {
  return new Authenticator<string>().use(
    new PasswordStrategy(async (credentials) => {
      const present = await presentTokenHash(context);
      const { sessionToken } = await signIn(context.services, credentials, context.client, present);
      return sessionToken;
    }),
  );
}

/** @returns of the session that this browser has until now, which ends with a new sign-in; null when it has none. */
export async function presentTokenHash(context: RequestContext): Promise<string | null> {
  const state = await context.viewer();
  if (state.kind === 'second-factor-due') return state.pending.tokenHash;
  return state.kind === 'signed-in' ? state.viewer.session.tokenHash : null;
}
