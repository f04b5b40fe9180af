import { redirect } from '@remix-run/cloudflare';
import { linkRequestSchema } from '#app/domain/account/forms.ts';
import { parseForm, refusedByUseCase, refusedForm } from '#app/http/forms.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { requestLink } from '#app/use-cases/recovery/request-link.ts';

const SENT = 'sent';

/** @returns what /magic-link and /forgot-password show: their one field, or that a mail may be on its way. */
export function linkRequestPage(request: Request, context: RequestContext) {
  return {
    isSent: new URL(request.url).searchParams.has(SENT),
    constraint: htmlConstraints(linkRequestSchema),
    inboxUrl: context.sandboxUrl ? `${context.sandboxUrl}/inbox` : null,
  };
}

/** The form of both: the answer is the same for any e-mail. */
export async function requestLinkByForm(
  request: Request,
  context: RequestContext,
  purpose: Parameters<typeof requestLink>[1],
): Promise<Response> {
  const submission = await parseForm(request, portalForms.linkRequest);
  if (submission.status !== 'success') return refusedForm(submission);
  try {
    await requestLink(context.services, purpose, submission.value.email, context.client);
  } catch (error) {
    return refusedByUseCase(submission, error);
  }
  context.deliverSoon();
  return redirect(`${new URL(request.url).pathname}?${SENT}`);
}
