import { redirect, redirectDocument } from '@remix-run/cloudflare';
import { holds } from '#app/domain/access/grants.ts';
import { PAGE_VIEWER, pageViewerOf } from '#app/domain/access/page-viewer.ts';
import { requirePermission } from '#app/domain/access/require-permission.ts';
import type { Permission } from '#app/domain/access/roles.ts';
import type { PendingSignIn } from '#app/domain/access/second-factor.ts';
import { nextStepOf, owesSecondFactor, type Viewer } from '#app/domain/access/viewer.ts';
import type { OnboardingStep } from '#app/domain/account/onboarding.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { templateIdIn, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { pathOfStep, paths } from '#app/domain/paths.ts';
import { dropExpiredSession, redirectExpiredSession } from './expired-session.ts';
import type { RequestContext } from './load-context.ts';
import { noteAccount } from './page-account.ts';
import { pathAfterSignIn, withReturnPath } from './return-path.ts';
import { redirectToTemplate } from './template-redirect.ts';
import { urlOf } from './url-of.ts';

/** The people whom a loader or action admits. The Worker denies handlers that declare none (`workers/closed-routes.ts`). */
export interface Admission<Who> {
  readonly kind: 'anyone' | 'pending' | 'registrant' | 'member' | 'caller' | 'workspace';
  readonly permission?: Permission;
  /** For a caller: further people whom it admits. */
  readonly alsoAdmits?: AlsoAdmits;
  /** @returns the admitted person. @throws a redirect (pages), or an AppError. */
  admit(request: Request, context: RequestContext): Promise<Who>;
}

/** People with an unconfirmed e-mail; or these, and people whose account requires a second factor they lack. */
export type AlsoAdmits = 'unconfirmed-too' | 'unfinished-too';

/** Admits everyone: the handler decides by the link or the form. */
export const anyone: Admission<null> = { kind: 'anyone', admit: async () => null };

/** A person who gave their password and not yet their second factor; redirects others, keeping their return path. */
export const pending: Admission<PendingSignIn> = {
  kind: 'pending',
  async admit(request, context) {
    const state = await context.viewer();
    if (state.kind === 'second-factor-due') return state.pending;
    const url = new URL(request.url);
    if (state.kind === 'signed-in') throw redirect(pathAfterSignIn(url));
    throw redirect(paths.login + url.search);
  },
};

/** /register: admits visitors, and redirects signed-in people to their next step of the setup (design §4, "Flow"). */
export const registrant: Admission<null> = {
  kind: 'registrant',
  async admit(request, context) {
    const state = await context.viewer();
    if (state.kind === 'expired') dropExpiredSession(request, context);
    if (state.kind !== 'signed-in') return null;
    const step = nextStepOf(state.viewer);
    throw redirect(step === null ? pathAfterSignIn(new URL(request.url)) : pathFor(request, step));
  },
};

/** Every step of the setup but the first, and the time after it. */
export const onceConfirmed: ReadonlyArray<OnboardingStep | null> = [
  'survey',
  'apps',
  'invite',
  'launch',
  null,
];

/**
 * A page's guard: admits signed-in people at one of `steps` of the setup whose role has the permission and who have the
 * second factor their account requires.
 * @param whenFactorOwed admits people without the required second factor too.
 */
export function member(
  permission: Permission,
  steps: ReadonlyArray<OnboardingStep | null> = [null],
  whenFactorOwed?: 'factor-owed-too',
): Admission<Viewer> {
  return {
    kind: 'member',
    permission,
    async admit(request, context) {
      const viewer = await requireViewer(request, context);
      refuseOtherViewer(request, viewer);
      const step = nextStepOf(viewer);
      // The next step's own guard applies the same rule, so nothing loops.
      if (!steps.includes(step)) throw redirect(pathFor(request, step));
      if (owesSecondFactor(viewer) && whenFactorOwed === undefined) throw redirect(paths.accountSecurity);
      requirePermission(viewer, permission);
      if (step === null) await redirectToTemplate(request, context, viewer);
      // What is the person's own is the same in every account.
      if (permission !== 'profile:manage') noteAccount(request, viewer.account.id);
      return viewer;
    },
  };
}

/** As `member`; redirects accounts without billing to /manage, or roles that cannot open it to the dashboard (spec §2). */
export function memberWithBilling(
  permission: Permission,
): Admission<Viewer & { subscription: Subscription }> {
  const { admit, ...rest } = member(permission);
  return {
    ...rest,
    async admit(request, context) {
      const viewer = await admit(request, context);
      const { subscription } = viewer;
      if (subscription === null) {
        throw redirect(holds(viewer, 'workspace:configure') ? paths.manage : paths.dashboard);
      }
      return { ...viewer, subscription };
    },
  };
}

/**
 * @returns the signed-in person.
 * @throws a redirect: of visitors to /login, which returns them afterwards; of an expired session home (spec §2).
 */
export async function requireViewer(request: Request, context: RequestContext): Promise<Viewer> {
  const state = await context.viewer();
  if (state.kind === 'signed-in') return state.viewer;
  if (state.kind === 'expired') throw redirectExpiredSession(request, context);
  // A new document: the frame of an open page still shows who signed out in another tab.
  throw redirectDocument(
    withReturnPath(state.kind === 'second-factor-due' ? paths.secondFactor : paths.login, request),
  );
}

/**
 * @throws a redirect: of signed-in people to a safe return path or the dashboard; of an expired session to the page
 *   without its cookie (spec §2).
 */
export async function requireVisitor(request: Request, context: RequestContext): Promise<null> {
  const state = await context.viewer();
  if (state.kind === 'expired') dropExpiredSession(request, context);
  if (state.kind === 'signed-in') throw redirect(pathAfterSignIn(new URL(request.url)));
  return null;
}

/** Keeps the requested template in the address during the setup. */
function pathFor(request: Request, step: OnboardingStep | null): string {
  return withTemplateId(pathOfStep(step), templateIdIn(urlOf(request).search));
}

/**
 * Refuses a script's request from a page of another person or account: in another tab, someone else signed in or the
 * person changed accounts.
 * @throws page_of_other_account for a form; else a redirect that opens the address as a new document, with the current
 *   person's frame.
 */
function refuseOtherViewer(request: Request, { user, account }: Viewer): void {
  const shown = request.headers.get(PAGE_VIEWER);
  const isForm = request.method === 'POST';
  // A form names its account itself, if it acts in one.
  if (shown === null || shown.startsWith(pageViewerOf(user.username, isForm ? '' : account.id))) return;
  throw isForm ? new AppError('page_of_other_account') : redirectDocument(request.url);
}
