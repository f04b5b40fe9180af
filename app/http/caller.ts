import { PAGE_VIEWER, pageViewerOf } from '#app/domain/access/page-viewer.ts';
import { can, type Permission } from '#app/domain/access/roles.ts';
import { owesSecondFactor, type Viewer, viewerFor } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Admission, AlsoAdmits } from './admission.ts';

/** The API's guard, by the cookie or a Bearer token: a session's, or a personal one with the permission among its scopes. */
export function caller(permission: Permission, alsoAdmits?: AlsoAdmits): Admission<Viewer> {
  return {
    kind: 'caller',
    permission,
    ...(alsoAdmits && { alsoAdmits }),
    async admit(request, context) {
      const state = await withErrorCode('user_not_loaded', () => context.viewer());
      if (state.kind === 'anonymous') throw new AppError('not_signed_in');
      if (state.kind === 'second-factor-due') throw new AppError('second_factor_due');
      if (state.kind === 'expired')
        throw new AppError(state.isToken ? 'api_token_invalid' : 'session_expired');
      if (!can(state.viewer.role, permission)) throw new AppError('forbidden');
      const viewer = viewerFor(state, permission);
      if (viewer === null) throw new AppError('api_token_scope_missing');
      // A page's own request: in another tab, someone else signed in or the person changed accounts.
      const own = pageViewerOf(viewer.user.username, viewer.account.id);
      if ((request.headers.get(PAGE_VIEWER) ?? own) !== own) throw new AppError('page_of_other_account');
      if (alsoAdmits === 'unfinished-too') return viewer;
      const isConfirmed = viewer.progress.confirmedAt !== null;
      if (!isConfirmed && alsoAdmits === undefined) throw new AppError('email_not_confirmed');
      if (owesSecondFactor(viewer)) throw new AppError('second_factor_needed');
      return viewer;
    },
  };
}
