import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Admission } from './admission.ts';
import { errorForPage, failureOf } from './error-response.ts';
import { withReturnPath } from './guards.ts';
import { paths } from './paths.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handle<Who, Answer> = (args: Args & { viewer: Who }) => Promise<Answer>;

/** A page's loader or action with its admission. Its errors reach the error page with their own status. */
export function page<Who, Answer>(
  admission: Admission<Who>,
  handle: Handle<Who, Answer>,
): (args: Args) => Promise<Answer> {
  return declare(admission, async (args) => {
    try {
      const viewer = await admission.admit(args.request, args.context);
      return await handle({ ...args, viewer });
    } catch (error) {
      // A redirect, or an answer that is ready.
      if (error instanceof Response) throw error;
      // /account/confirm-access returns to this page.
      if (error instanceof AccessUnconfirmed)
        throw redirect(withReturnPath(paths.confirmAccess, args.request));
      if (!(error instanceof AppError) || error.status >= 500) args.context.reportError(error);
      throw errorForPage(failureOf(error), args.context.reference);
    }
  });
}

function declare<Handler extends object>(admission: Admission<unknown>, handler: Handler): Handler {
  return Object.assign(handler, { admission });
}
