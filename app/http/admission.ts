import { redirect } from '@remix-run/cloudflare';
import { holds } from '#app/domain/access/grants.ts';
import { can, type Permission } from '#app/domain/access/roles.ts';
import type { PendingSignIn } from '#app/domain/access/second-factor.ts';
import { nextStepOf, owesSecondFactor, type Viewer, viewerFor } from '#app/domain/access/viewer.ts';
import type { OnboardingStep } from '#app/domain/account/onboarding.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { withErrorCode } from './error-response.ts';
import { requirePending, requireRegistrant, requireStep, requireVisitor } from './guards.ts';
import type { RequestContext } from './load-context.ts';
import { paths } from './paths.ts';
import { redirectToTemplate } from './template-redirect.ts';

/**
 * The people whom a loader or action admits. Each declares one. The Worker denies those that declare none
 * (`workers/closed-routes.ts`), and the matrix test checks them all.
 */
export interface Admission<Who> {
  readonly kind: 'anyone' | 'visitor' | 'pending' | 'registrant' | 'member' | 'caller' | 'workspace';
  readonly permission?: Permission;
  /** For a caller: people whom it admits besides. */
  readonly alsoAdmits?: AlsoAdmits;
  /** @returns the admitted person. @throws a redirect (pages), or an AppError. */
  admit(request: Request, context: RequestContext): Promise<Who>;
}

/** People with an unconfirmed e-mail; or these, and people whose account requires a second factor they lack. */
type AlsoAdmits = 'unconfirmed-too' | 'unfinished-too';

/** Admits everybody: the handler decides by the link or the form. */
export const anyone: Admission<null> = { kind: 'anyone', admit: async () => null };

/** The `not-auth` guard. */
export const visitor: Admission<null> = {
  kind: 'visitor',
  async admit(request, context) {
    await requireVisitor(request, context);
    return null;
  },
};

/** A person who gave their password and not yet their second factor. */
export const pending: Admission<PendingSignIn> = { kind: 'pending', admit: requirePending };

/** /register: admits visitors, and redirects signed-in people to their next step. */
export const registrant: Admission<null> = {
  kind: 'registrant',
  async admit(request, context) {
    await requireRegistrant(request, context);
    return null;
  },
};

/** Every step of the set-up but the first, and the time after it. */
export const onceConfirmed: ReadonlyArray<OnboardingStep | null> = [
  'survey',
  'apps',
  'invite',
  'launch',
  null,
];

/**
 * A page's guard: admits signed-in people (`auth`) at one of `steps` of the set-up (`account-setup` after it,
 * `account-not-setup` during it) whose role has the permission and who have the second factor their account requires.
 *
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
      const viewer = await requireStep(request, context, steps);
      if (owesSecondFactor(viewer) && whenFactorOwed === undefined) throw redirect(paths.accountSecurity);
      if (!holds(viewer, permission)) throw new AppError('forbidden');
      if (nextStepOf(viewer) === null) await redirectToTemplate(request, context, viewer);
      return viewer;
    },
  };
}

/**
 * The `account-has-billing` guard (spec §2): as `member`, and redirects accounts without billing to /manage, or to the
 * dashboard for roles that cannot open /manage.
 */
export function billed(permission: Permission): Admission<Viewer & { subscription: Subscription }> {
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

/** The API's guard, by the cookie or a Bearer token: a session's, or a personal one with the permission among its scopes. */
export function caller(permission: Permission, alsoAdmits?: AlsoAdmits): Admission<Viewer> {
  return {
    kind: 'caller',
    permission,
    ...(alsoAdmits && { alsoAdmits }),
    async admit(_request, context) {
      const state = await withErrorCode('user_not_loaded', () => context.viewer());
      if (state.kind === 'anonymous') throw new AppError('not_signed_in');
      if (state.kind === 'second-factor-due') throw new AppError('second_factor_due');
      if (state.kind === 'expired')
        throw new AppError(state.isToken ? 'api_token_invalid' : 'session_expired');
      if (!can(state.viewer.role, permission)) throw new AppError('forbidden');
      const viewer = viewerFor(state, permission);
      if (viewer === null) throw new AppError('api_token_scope_missing');
      if (alsoAdmits === 'unfinished-too') return viewer;
      const isConfirmed = viewer.progress.confirmedAt !== null;
      if (!isConfirmed && alsoAdmits === undefined) throw new AppError('email_not_confirmed');
      if (owesSecondFactor(viewer)) throw new AppError('second_factor_needed');
      return viewer;
    },
  };
}
