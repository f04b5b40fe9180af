import { redirect } from '@remix-run/cloudflare';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { TEMPLATE_PARAMETER, templateIdIn, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { isTemplateId } from '#app/domain/instance/template-path.ts';
import { openWorkspace } from '#app/use-cases/workspace/open-workspace.ts';
import type { RequestContext } from './load-context.ts';
import { noticeCookie } from './notice-cookie.ts';
import { safeReturnPath } from './paths.ts';

/**
 * The second half of the `account-setup` guard (spec §2): redirects an address with a template's id to that template in
 * the person's workspace, signed in. Without an Online workspace or a valid id, the page appears and says so.
 *
 * @throws a redirect when there is a template to go to.
 */
export async function redirectToTemplate(
  request: Request,
  context: RequestContext,
  viewer: Viewer,
): Promise<void> {
  const url = new URL(request.url);
  const templateId = url.searchParams.get(TEMPLATE_PARAMETER);
  if (templateId === null || request.method !== 'GET') return;
  const isOfTemplate = isTemplateId(templateId);
  const target = isOfTemplate ? await openOrNull(context, viewer, templateId) : null;
  if (target) throw redirect(target.url, { status: 303 });
  url.searchParams.delete(TEMPLATE_PARAMETER);
  const notice = isOfTemplate ? 'template-later' : 'template-unknown';
  throw redirect(url.pathname + url.search, {
    headers: { 'Set-Cookie': noticeCookie(notice, context.portal.isSecure) },
  });
}

/** @returns the link to the template; null while the workspace cannot be opened. */
function openOrNull({ services }: RequestContext, viewer: Viewer, templateId: string) {
  return openWorkspace(services, viewer, templateId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return null;
  });
}

/** @returns the path after /login: the return path, or the dashboard with the requested template. */
export function pathAfterSignIn({ search, searchParams }: URL): string {
  const returnPath = searchParams.get('returnPath');
  const path = safeReturnPath(returnPath);
  return returnPath === null ? withTemplateId(path, templateIdIn(search)) : path;
}
