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
import { leadToTemplate } from './template-redirect.ts';

/**
 * Who a loader or action is for. Each declares one; the Worker refuses any that does not
 * (`workers/closed-routes.ts`), and the matrix test walks them all.
 */
export interface Admission<Who> {
  readonly kind: 'anyone' | 'visitor' | 'pending' | 'registrant' | 'member' | 'caller' | 'workspace';
  readonly permission?: Permission;
  /** Of a caller: who is admitted too. */
  readonly alsoAdmits?: AlsoAdmits;
  /** @returns who is admitted. @throws a redirect (pages), or an AppError. */
  admit(request: Request, context: RequestContext): Promise<Who>;
}

/** People who have not confirmed their e-mail; or these, and people who owe their account a second factor. */
type AlsoAdmits = 'unconfirmed-too' | 'unfinished-too';

/** Nobody in particular: what it may show or do, it decides by the link or the form it is given. */
export const anyone: Admission<null> = { kind: 'anyone', admit: async () => null };

/** The `not-auth` guard. */
export const visitor: Admission<null> = {
  kind: 'visitor',
  async admit(request, context) {
    await requireVisitor(request, context);
    return null;
  },
};

/** Who has given their password and still owes their second factor. */
export const pending: Admission<PendingSignIn> = { kind: 'pending', admit: requirePending };

/** /register: a visitor, or whoever is signed in and led on to their next step. */
export const registrant: Admission<null> = {
  kind: 'registrant',
  async admit(request, context) {
    await requireRegistrant(request, context);
    return null;
  },
};

/** Any step of the set-up but the first, and all that comes after them. */
export const onceConfirmed: ReadonlyArray<OnboardingStep | null> = [
  'survey',
  'apps',
  'invite',
  'launch',
  null,
];

/**
 * A page's guard: signed in (`auth`), at one of `steps` of the set-up (`account-setup` when that is none any more,
 * `account-not-setup` when it is one), of a role that allows it, and with a second factor where the account requires one.
 *
 * @param whenFactorOwed admits, too, who has yet to set their second factor up.
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
      if (nextStepOf(viewer) === null) await leadToTemplate(request, context, viewer);
      return viewer;
    },
  };
}

/**
 * The `account-has-billing` guard (spec §2): `member`, and back to /manage where nothing is paid for yet. Whose role
 * does not open /manage goes on to the dashboard.
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
