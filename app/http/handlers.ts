import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Admission } from './admission.ts';
import { endedSessionCookie } from './cookies.ts';
import { errorForPage, errorResponse, failureOf, methodNotAllowed } from './error-response.ts';
import { withReturnPath } from './guards.ts';
import { paths } from './paths.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handle<Who, Answer> = (args: Args & { viewer: Who }) => Promise<Answer>;

/** A page's loader or action, for whom it is; its refusals reach the error page with their own status. */
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
      // Back to the page that asked, once they have confirmed that it is them.
      if (error instanceof AccessUnconfirmed)
        throw redirect(withReturnPath(paths.confirmAccess, args.request));
      if (!(error instanceof AppError) || error.status >= 500) args.context.reportError(error);
      throw errorForPage(failureOf(error), args.context.reference);
    }
  });
}

/**
 * An API call's loader or action, for whom it is; whatever goes wrong, the answer has the API's error shape. OPTIONS is
 * answered with what the address takes, and with nothing that would let another site's page in.
 *
 * @param methods what this one takes, such as `PUT, DELETE`; of a loader, GET and HEAD unless told.
 * @param allow what its address takes in all, where both its loader and its action take something.
 */
export function api<Who>(
  admission: Admission<Who>,
  handle: Handle<Who, Response>,
  { methods = 'GET, HEAD', allow = methods }: { methods?: string; allow?: string } = {},
): (args: Args) => Promise<Response> {
  return declare(admission, async (args) => {
    try {
      const { method } = args.request;
      if (!methods.split(', ').includes(method)) {
        if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
        return methodNotAllowed(allow);
      }
      const viewer = await admission.admit(args.request, args.context);
      return await handle({ ...args, viewer });
    } catch (error) {
      if (error instanceof Response) return error;
      const failure = failureOf(error);
      if (failure.status >= 500) args.context.reportError(error);
      const response = errorResponse(failure);
      if (error instanceof AppError && error.code === 'session_expired') {
        response.headers.append('Set-Cookie', endedSessionCookie(args.context.portal.isSecure));
      }
      return response;
    }
  });
}

function declare<Handler extends object>(admission: Admission<unknown>, handler: Handler): Handler {
  return Object.assign(handler, { admission });
}
