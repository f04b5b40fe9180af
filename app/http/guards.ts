import { redirect } from '@remix-run/cloudflare';
import type { PendingSignIn } from '#app/domain/access/second-factor.ts';
import { nextStepOf, type Viewer } from '#app/domain/access/viewer.ts';
import type { OnboardingStep } from '#app/domain/account/onboarding.ts';
import { templateIdIn, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { endedSessionCookie } from './cookies.ts';
import type { RequestContext } from './load-context.ts';
import { noticeCookie, readNotice } from './notice-cookie.ts';
import { pathOfStep, paths } from './paths.ts';
import { pathAfterSignIn } from './template-redirect.ts';

/**
 * The `auth` guard (spec §2): whoever is not signed in goes to /login and comes back afterwards.
 *
 * @throws a redirect; after a session that expired, home, with 'Session expired' (spec §2).
 */
export async function requireViewer(request: Request, context: RequestContext): Promise<Viewer> {
  const state = await context.viewer();
  if (state.kind === 'signed-in') return state.viewer;
  if (state.kind === 'expired') throw sessionExpired(context);
  throw redirect(
    withReturnPath(state.kind === 'second-factor-due' ? paths.secondFactor : paths.login, request),
  );
}

/** @returns a page's address, with where the request was going as its return path. */
export function withReturnPath(path: string, request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${path}?${new URLSearchParams({ returnPath: pathname + search })}`;
}

/** For /login/second-factor: anyone else goes where they belong, with the return path that they have. */
export async function requirePending(request: Request, context: RequestContext): Promise<PendingSignIn> {
  const state = await context.viewer();
  if (state.kind === 'second-factor-due') return state.pending;
  const url = new URL(request.url);
  if (state.kind === 'signed-in') throw redirect(pathAfterSignIn(url));
  // The second of two posts finds the token of the first replaced: the cookie that it was given meanwhile stays.
  const isOver = state.kind === 'expired' && request.method !== 'POST';
  throw redirect(`${paths.login}${url.search}`, { headers: isOver ? expiryCookies(context) : [] });
}

/** The `not-auth` guard (spec §2): a signed-in person goes to the return path when it is safe, else the dashboard. */
export async function requireVisitor(request: Request, context: RequestContext): Promise<void> {
  const state = await context.viewer();
  if (state.kind === 'expired') forgetSession(request, context);
  if (state.kind === 'signed-in') throw redirect(pathAfterSignIn(new URL(request.url)));
}

/** /register: a visitor; whoever is signed in goes to their next unfinished step (design §4, "Flow"). */
export async function requireRegistrant(request: Request, context: RequestContext): Promise<void> {
  const state = await context.viewer();
  if (state.kind === 'expired') forgetSession(request, context);
  if (state.kind === 'signed-in') throw redirect(pathFor(request, nextStepOf(state.viewer)));
}

/**
 * For the steps of the set-up and all that comes after them: the signed-in person must be exactly at one of `steps`
 * (null: done with all). Otherwise they go to their next step, which is where that step's own guard lets them in: one
 * rule on both sides, so nothing loops.
 */
export async function requireStep(
  request: Request,
  context: RequestContext,
  steps: ReadonlyArray<OnboardingStep | null>,
): Promise<Viewer> {
  const viewer = await requireViewer(request, context);
  const step = nextStepOf(viewer);
  if (!steps.includes(step)) throw redirect(pathFor(request, step));
  return viewer;
}

/** The template that somebody came for stays in the address on the way through the set-up. */
function pathFor(request: Request, step: OnboardingStep | null): string {
  return withTemplateId(pathOfStep(step), templateIdIn(new URL(request.url).search));
}

/** A cookie that signs nobody in any more: forgotten, said, and home (spec §2, §4). */
function sessionExpired(context: RequestContext) {
  return redirect(paths.home, { headers: expiryCookies(context) });
}

/** The headers that forget a session, and have the next page say 'Session expired'. */
function expiryCookies({ portal: { isSecure } }: RequestContext): [[string, string], [string, string]] {
  return [
    ['Set-Cookie', endedSessionCookie(isSecure)],
    ['Set-Cookie', noticeCookie('session-expired', isSecure)],
  ];
}

/**
 * On a visitor's page an old cookie is no obstacle: the same page again, without it, which says so. A dead Bearer token, which its
 * sender would send again, is a visitor's.
 */
function forgetSession(request: Request, context: RequestContext): void {
  if (request.headers.has('Authorization')) return;
  const { pathname, search } = new URL(request.url);
  const [ended, notice] = expiryCookies(context);
  // What already waits to be told says more.
  const isTold = readNotice(request, context.portal.isSecure) !== null;
  throw redirect(pathname + search, { headers: isTold ? [ended] : [ended, notice] });
}
