import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { pageViewerOf } from '#app/domain/access/page-viewer.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { paths } from '#app/domain/paths.ts';
import type { FindsJson } from '#app/remix/json-only.ts';
import type { Actor } from '#app/use-cases/record-acts.ts';
import type { WorkspaceRpc } from '#app/use-cases/workspace/rpc.ts';
import type { Read, ViewerIds } from '#db/read.ts';
import type { Admission } from './admission.ts';
import { errorForPage, failureOf, isInfrastructureFailure } from './error-response.ts';
import { answerFailedForm, type FailureCode } from './failed-form.ts';
import { forgetPostedForm, readPostedForm } from './forms.ts';
import { keepForm } from './kept-form.ts';
import { readOrNull } from './read-or-null.ts';
import { withReturnPath } from './return-path.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;
/** `ids` are those of the viewer; while the viewer is still to be read, statements that find them. */
export type ReadArgs = Args & { ids: ViewerIds };

/** `actor` is the viewer and their client, as use cases take them. */
type Admitted<Who> = Args & { viewer: Who; actor: Actor<Who> };
type Handle<Who, Answer> = (args: Admitted<Who>) => Promise<Answer>;

const TOO_MANY = 429;

/** A page's loader or action with its admission. Its errors reach the error page with their own status. */
export function page<Who, Answer>(
  admission: Admission<Who>,
  handle: Handle<Who, Answer> & FindsJson<Answer>,
): (args: Args) => Promise<Answer> {
  return withErrorPage(admission, handle);
}

function withErrorPage<Who, Answer>(
  admission: Admission<Who>,
  handle: Handle<Who, Answer>,
): (args: Args) => Promise<Answer> {
  return declare(admission, async (args) => {
    try {
      return await admitAndHandle(admission, handle, args);
    } catch (error) {
      if (error instanceof Response) throw error;
      if (isInfrastructureFailure(error)) args.context.reportError(error);
      throw errorForPage(failureOf(error), args.context);
    }
  });
}

/**
 * As `page`, for a loader that reads rows of its viewer: both reads are one round trip.
 * @param readOf the read; its answer is `found`, which a viewer whom the page does not admit never gets.
 */
export function pageWithRead<Who extends Viewer, Found, Answer>(
  admission: Admission<Who>,
  readOf: (args: ReadArgs) => Read<Found>,
  handle: ((args: Admitted<Who> & { found: Found }) => Promise<Answer>) & FindsJson<Answer>,
): (args: Args) => Promise<Answer> {
  const loader = (args: Args) => {
    const readFound = args.context.readBesideViewer((ids) => readOf({ ...args, ids }));
    return withErrorPage(admission, async (admitted: Admitted<Who>) =>
      handle({ ...admitted, found: await readFound(admitted.viewer) }),
    )(args);
  };
  return declare(admission, loader);
}

/**
 * As `page`, for a loader that calls its viewer's workspace once, without waiting for the viewer (`callBesideViewer`).
 * @param call changes nothing that a person sees. Its answer is `called`: null before the workspace exists, and when
 *   the call failed (`readOrNull`).
 */
export function pageWithCall<Who extends Viewer, Called, Answer>(
  admission: Admission<Who>,
  call: (workspace: WorkspaceRpc, accountId: string, args: Args) => Promise<Called>,
  handle: ((args: Admitted<Who> & { called: Promise<Called | null> }) => Promise<Answer>) & FindsJson<Answer>,
): (args: Args) => Promise<Answer> {
  const loader = (args: Args) => {
    const answerFor = args.context.callBesideViewer((workspace, accountId) =>
      call(workspace, accountId, args),
    );
    return withErrorPage(admission, async (admitted: Admitted<Who>) => {
      const called = readOrNull(args.context, () => answerFor(admitted.viewer));
      // A handler that fails before it awaits the answer has said why already.
      called.catch(() => undefined);
      return await handle({ ...admitted, called });
    })(args);
  };
  return declare(admission, loader);
}

/**
 * As `page`, for the action of a page with forms: an infrastructure failure and too many attempts answer the form,
 * which keeps its input.
 * @param failure the code of a failure without one.
 */
export function formAction<Who, Answer>(
  admission: Admission<Who>,
  handle: Handle<Who, Answer> & FindsJson<Answer>,
  failure?: FailureCode,
): (args: Args) => Promise<Answer | Response> {
  const action = async (args: Args) => {
    try {
      return await admitAndHandle(admission, handle, args);
    } catch (error) {
      if (error instanceof Response) throw error;
      if (isInfrastructureFailure(error)) args.context.reportError(error);
      else if (failureOf(error).status !== TOO_MANY) throw errorForPage(failureOf(error), args.context);
      return answerFailedForm(error, await readPostedForm(args.request), failure);
    } finally {
      forgetPostedForm(args.request);
    }
  };
  return Object.assign(declare(admission, action), { answersForms: true });
}

/** @throws what `handle` throws; a redirect instead of AccessUnconfirmed. */
async function admitAndHandle<Who, Answer>(
  admission: Admission<Who>,
  handle: Handle<Who, Answer>,
  args: Args,
): Promise<Answer> {
  try {
    const viewer = await admission.admit(args.request, args.context);
    return await handle({ ...args, viewer, actor: { viewer, client: args.context.client } });
  } catch (error) {
    if (!(error instanceof AccessUnconfirmed)) throw error;
    const { request, context } = args;
    // /account/confirm-access returns to this page.
    const state = await context.viewer();
    const pageViewer =
      state.kind === 'signed-in' ? pageViewerOf(state.viewer.user.username, state.viewer.account.id) : null;
    const headers = keepForm(request, pageViewer, context.portal.isSecure);
    throw redirect(withReturnPath(paths.confirmAccess, request), { headers });
  }
}

function declare<Handler extends object>(admission: Admission<unknown>, handler: Handler): Handler {
  return Object.assign(handler, { admission });
}
