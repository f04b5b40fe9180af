import { nextStepOf } from '#app/domain/access/viewer.ts';
import { TEMPLATE_PARAMETER } from '#app/domain/flags/kept-template.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { isFromAnotherSite } from './foreign-navigation.ts';
import type { RequestContext } from './load-context.ts';
import { plainPage, plainPolicy } from './plain-page.ts';

/**
 * A template's address signs its person in to their workspace (`leadToTemplate`). Another site that leads a browser there
 * gets a page with a link instead, so that a session begins with a click on a page of ours (ASVS 5.0, 7.6.2).
 *
 * @returns the page; null where nothing is to be asked.
 */
export async function askBeforeTemplate(request: Request, context: RequestContext): Promise<Response | null> {
  if (request.method !== 'GET' || !isFromAnotherSite(request)) return null;
  const { pathname, search, searchParams } = new URL(request.url);
  if (!searchParams.has(TEMPLATE_PARAMETER)) return null;
  const state = await context.viewer();
  if (state.kind !== 'signed-in' || nextStepOf(state.viewer) !== null) return null;
  const { t } = i18n;
  const html = plainPage({
    pageTitle: t('templateQuestion.pageTitle'),
    eyebrow: t('layout.brand'),
    title: t('templateQuestion.title'),
    body: t('templateQuestion.lead'),
    // The click makes the same address a request of our own page.
    link: { href: pathname + search, label: t('templateQuestion.open') },
    nonce: context.nonce,
  });
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': plainPolicy(context.nonce),
    },
  });
}
