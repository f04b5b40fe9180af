import { redirect } from '@remix-run/cloudflare';
import { nextStepOf, owesSecondFactor, type Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { TEMPLATE_PARAMETER } from '#app/domain/flags/kept-template.ts';
import { isTemplateId } from '#app/domain/instance/template-path.ts';
import { t } from '#app/i18n/t.ts';
import { openWorkspace } from '#app/use-cases/workspace/open-workspace.ts';
import { isInfrastructureFailure } from './error-response.ts';
import { isFromAnotherSite } from './foreign-navigation.ts';
import type { RequestContext } from './load-context.ts';
import { plainPageResponse } from './plain-page.ts';
import { redirectWithNotice } from './redirect-with-notice.ts';
import { urlOf } from './url-of.ts';

/**
 * A template's address signs a person in to their workspace (`redirectToTemplate`). A browser from another site first
 * gets a page with a link, so that a session starts with a click on the portal (ASVS 5.0, 7.6.2). @returns the page;
 * null when none is needed.
 */
export async function askBeforeTemplate(request: Request, context: RequestContext): Promise<Response | null> {
  if (request.method !== 'GET' || !isFromAnotherSite(request)) return null;
  const { pathname, search, searchParams } = urlOf(request);
  // An invalid id signs no one in.
  if (!isTemplateId(searchParams.get(TEMPLATE_PARAMETER) ?? '')) return null;
  const state = await context.viewer();
  if (state.kind !== 'signed-in' || nextStepOf(state.viewer) !== null) return null;
  return plainPageResponse({
    pageTitle: t('templateQuestion.pageTitle'),
    eyebrow: t('layout.brand'),
    title: t('templateQuestion.title'),
    body: t('templateQuestion.lead'),
    // After the click the portal's own page requests the same address.
    link: { href: pathname + search, label: t('templateQuestion.open') },
    nonce: context.nonce,
  });
}

/**
 * Redirects an address with a template's id to that template in the person's workspace, signed in (spec §2,
 * `account-setup`). Without an Online workspace or a valid id, redirects to the page without the id, with a notice.
 * Returns for other methods and for a person who owes a second factor. @throws a redirect if there is an id.
 */
export async function redirectToTemplate(
  request: Request,
  context: RequestContext,
  viewer: Viewer,
): Promise<void> {
  const templateId = urlOf(request).searchParams.get(TEMPLATE_PARAMETER);
  // A member who owes a second factor keeps the template until they have one.
  if (templateId === null || request.method !== 'GET' || owesSecondFactor(viewer)) return;
  const isOfTemplate = isTemplateId(templateId);
  const target = isOfTemplate ? await openOrNull(context, viewer, templateId) : null;
  if (target) throw redirect(target.url, { status: 303 });
  const url = new URL(request.url);
  url.searchParams.delete(TEMPLATE_PARAMETER);
  const notice = isOfTemplate ? 'template-later' : 'template-unknown';
  throw redirectWithNotice(context, url.pathname + url.search, notice);
}

/** @returns the link to the template; null while the workspace cannot be opened. */
function openOrNull(context: RequestContext, viewer: Viewer, templateId: string) {
  return openWorkspace(context.services, viewer, context.startedAt, templateId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    if (isInfrastructureFailure(error)) context.reportError(error);
    return null;
  });
}
