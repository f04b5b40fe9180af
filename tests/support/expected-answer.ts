import { can } from '#app/domain/access/roles.ts';
import type { OnboardingStep } from '#app/domain/account/onboarding.ts';
import type { PermissionRow } from './permissions.ts';
import type { State } from './states.ts';

/** The page of each step of the setup (design §4, "Flow"). */
const pageOfStep: Record<OnboardingStep, string> = {
  'confirm-email': '/confirm-email',
  survey: '/account/setup',
  apps: '/account/setup',
  invite: '/invite-teammate',
  launch: '/account/launching',
};

/** Every step but the first, and a complete setup. */
export const onceConfirmed = ['survey', 'apps', 'invite', 'launch', null] as const;

export function pageOf(step: OnboardingStep | null): string {
  return step === null ? '/dashboard' : pageOfStep[step];
}

/** The conditions of a page's guard beside the permission. */
export interface Guard {
  /** The steps of the setup at which the page is open; by default only once the setup is complete. */
  readonly steps?: ReadonlyArray<OnboardingStep | null>;
  /** The `account-has-billing` guard of spec §2. */
  readonly isBilled?: true;
  /** For a page: it is open to people who have yet to set up the second factor that their account requires. */
  readonly takesOwing?: true;
}

/**
 * The rules of spec §2 and design §4 again, independent of the guards' code: derived from the row of docs/permissions.md
 * and the caller's state.
 *
 * @returns the refusing answer, in the form of `answerOf`; null if the caller is admitted.
 */
export function refusalOf(
  { kind, who, permissions, roles }: PermissionRow,
  { steps = [null], isBilled, takesOwing }: Guard,
  state: State,
  path: string,
): string | null {
  const isAllowed = permissions.length === 0 || roles.includes(state.role);
  switch (kind) {
    // Requires a credential that no session has, so the use case answers.
    case 'workspace':
    case 'anyone':
      return null;
    case 'pending':
      if (state.cookie === 'due') return null;
      return state.cookie === 'live' ? '302 /dashboard' : '302 /login';
    case 'registrant':
      return asVisitor(state, path, pageOf(state.step));
    case 'caller':
      if (state.cookie === 'none') return '401 not_signed_in';
      if (state.cookie === 'dead') return '401 session_expired';
      if (state.cookie === 'due') return '401 second_factor_due';
      if (!isAllowed) return '403 forbidden';
      if (who === 'caller, unfinished too') return null;
      if (state.step === 'confirm-email' && who !== 'caller, unconfirmed too')
        return '403 email_not_confirmed';
      return state.owesFactor ? '403 second_factor_needed' : null;
    case 'member':
      if (state.cookie !== 'live') return expectedRefusal(state, path);
      if (!steps.includes(state.step)) return `302 ${pageOf(state.step)}`;
      if (state.owesFactor && !takesOwing) return '302 /account/security';
      if (!isAllowed) return '403';
      if (isBilled && state.subscription === null) {
        return can(state.role, 'workspace:configure') ? '302 /manage' : '302 /dashboard';
      }
      return null;
  }
}

/** The `auth` guard: redirects to /login, or its second step, or home once a session has ended; and back after the sign-in. */
export function expectedRefusal(state: State, path: string): string {
  const page = state.cookie === 'dead' ? '/' : state.cookie === 'due' ? '/login/second-factor' : '/login';
  return `302 ${page}?${new URLSearchParams({ returnPath: path })}`;
}

/**
 * The `not-auth` guard: clears a cookie that signs no one in, and redirects to the same page.
 * @param target the page for a signed-in person. @returns null for a visitor, who may have a second factor to prove.
 */
export function asVisitor({ cookie }: State, path: string, target = '/dashboard'): string | null {
  if (cookie === 'none' || cookie === 'due') return null;
  return cookie === 'dead' ? `302 ${path}` : `302 ${target}`;
}

/**
 * The short form of an answer: its status, with the redirect's target.
 * @param body in the API's error shape (design §3), whose code follows the status; null for a page.
 */
export function answerOf({ status, headers }: Response, body: string | null): string {
  const target = headers.get('Location') ?? headers.get('X-Remix-Redirect');
  // A script of the page follows this header as a redirect.
  // The provider names each checkout differently.
  const place = target?.replace(/\btxn_[a-z\d]{26}$/, 'txn_*') ?? null;
  if (place !== null) return `${status === 204 ? 302 : status} ${place}`;
  if (status < 400 || body === null) return String(status);
  const { error, code } = JSON.parse(body) as { error?: unknown; code?: unknown };
  const isSentence = typeof error === 'string' && /^[A-Z]\S* \S/.test(error);
  return isSentence ? `${status} ${code}` : `${status} without a sentence: ${body}`;
}
