import { redirect } from '@remix-run/cloudflare';
import type { PendingSignIn } from '#app/domain/access/second-factor.ts';
import { nextStepOf, type Viewer } from '#app/domain/access/viewer.ts';
import type { OnboardingStep } from '#app/domain/account/onboarding.ts';
import { templateIdIn, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { clearSessionCookie } from './cookies.ts';
import type { RequestContext } from './load-context.ts';
import { noticeCookie, readNotice } from './notice-cookie.ts';
import { pathOfStep, paths } from './paths.ts';
import { pathAfterSignIn } from './template-redirect.ts';

/**
 * The `auth` guard (spec §2): redirects visitors to /login, which returns them afterwards.
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

/** @returns a page's address with the request's address as its return path. */
export function withReturnPath(path: string, request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${path}?${new URLSearchParams({ returnPath: pathname + search })}`;
}

/** Guards /login/second-factor: redirects everybody else, keeping their return path. */
export async function requirePending(request: Request, context: RequestContext): Promise<PendingSignIn> {
  const state = await context.viewer();
  if (state.kind === 'second-factor-due') return state.pending;
  const url = new URL(request.url);
  if (state.kind === 'signed-in') throw redirect(pathAfterSignIn(url));
  // The first of two posts replaces the token. The second must not remove the new cookie.
  const isOver = state.kind === 'expired' && request.method !== 'POST';
  throw redirect(`${paths.login}${url.search}`, { headers: isOver ? expiryCookies(context) : [] });
}

/** The `not-auth` guard (spec §2): redirects signed-in people to a safe return path, else to the dashboard. */
export async function requireVisitor(request: Request, context: RequestContext): Promise<void> {
  const state = await context.viewer();
  if (state.kind === 'expired') dropExpiredSession(request, context);
  if (state.kind === 'signed-in') throw redirect(pathAfterSignIn(new URL(request.url)));
}

/** /register: redirects signed-in people to their next step of the set-up (design §4, "Flow"), else as `requireVisitor`. */
export async function requireRegistrant(request: Request, context: RequestContext): Promise<void> {
  const state = await context.viewer();
  if (state.kind === 'expired') dropExpiredSession(request, context);
  if (state.kind !== 'signed-in') return;
  const step = nextStepOf(state.viewer);
  throw redirect(step === null ? pathAfterSignIn(new URL(request.url)) : pathFor(request, step));
}

/**
 * Admits a signed-in person who is at one of `steps` of the set-up (null: after the last). Redirects others to their next
 * step, whose own guard applies the same rule, so nothing loops.
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

/** Keeps the requested template in the address during the set-up. */
function pathFor(request: Request, step: OnboardingStep | null): string {
  return withTemplateId(pathOfStep(step), templateIdIn(new URL(request.url).search));
}

/** Redirects home, removes the expired session and says so (spec §2, §4). */
function sessionExpired(context: RequestContext) {
  return redirect(paths.home, { headers: expiryCookies(context) });
}

/** @returns the headers that remove the session and show 'Session expired' on the next page. */
function expiryCookies({ portal: { isSecure } }: RequestContext): [[string, string], [string, string]] {
  return [
    ['Set-Cookie', clearSessionCookie(isSecure)],
    ['Set-Cookie', noticeCookie('session-expired', isSecure)],
  ];
}

/**
 * Reloads a visitor's page without the expired cookie, with a notice. A request with an invalid Bearer token counts as a
 * visitor's: its sender would send the token again.
 */
function dropExpiredSession(request: Request, context: RequestContext): void {
  if (request.headers.has('Authorization')) return;
  const { pathname, search } = new URL(request.url);
  const [ended, notice] = expiryCookies(context);
  // A notice that already waits says more.
  const hasNotice = readNotice(request, context.portal.isSecure) !== null;
  throw redirect(pathname + search, { headers: hasNotice ? [ended] : [ended, notice] });
}
