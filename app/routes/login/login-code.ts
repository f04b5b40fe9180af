import { redirect } from '@remix-run/cloudflare';
import { AppError } from '#app/domain/errors/app-error.ts';
import { paths, safeReturnPath } from '#app/domain/paths.ts';
import { currentTokenHash } from '#app/http/authenticator.ts';
import { setSessionCookies } from '#app/http/cookies.ts';
import { isFromAnotherSite } from '#app/http/foreign-navigation.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { urlOf } from '#app/http/url-of.ts';
import { holderOfCode, signInByCode } from '#app/use-cases/session/login-code.ts';

/**
 * /login?code=&returnPath=: signs in a browser without a session, but asks it first if another site, such as a workspace,
 * navigated here. A browser that is signed in as the code's person continues. One that is signed in as another person is
 * asked, so that no link silently switches the account.
 * @returns what to ask: `arrive` to sign in, `switch` to become the code's person instead of the current one.
 * @throws a redirect in every other case.
 */
export async function signInWithCode(
  request: Request,
  context: RequestContext,
  code: string,
): Promise<{ kind: 'arrive' } | { kind: 'switch'; email: string; currentEmail: string }> {
  const state = await context.viewer();
  if (state.kind !== 'signed-in') {
    if (isFromAnotherSite(request)) return { kind: 'arrive' };
    throw await redeemCode(request, context, code);
  }
  const holder = await holderOfCode(context.services, code);
  if (holder === null) throw redirectWithNotice(context, returnPathOf(request), 'code-failed');
  if (holder.userId === state.viewer.user.id) throw redirect(returnPathOf(request));
  return { kind: 'switch', email: holder.email, currentEmail: state.viewer.user.email };
}

/** @returns the redirect that signs in and goes to the return path, or shows the sentence of spec §8. */
export async function redeemCode(request: Request, context: RequestContext, code: string): Promise<Response> {
  const currentHash = await currentTokenHash(context);
  try {
    const session = await signInByCode(context.services, {
      code,
      client: context.client,
      currentTokenHash: currentHash,
    });
    return redirect(returnPathOf(request), { headers: setSessionCookies(session, context) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A failed code keeps a token that still signs in. /login removes an invalid one (spec §8), not this answer: it can arrive after
    // that of the same code's first post, and would remove the new session.
    const returnPath = returnPathOf(request);
    const path = currentHash === null ? `${paths.login}?${new URLSearchParams({ returnPath })}` : returnPath;
    return redirectWithNotice(context, path, 'code-failed');
  }
}

function returnPathOf(request: Request): string {
  return safeReturnPath(urlOf(request).searchParams.get('returnPath'));
}
