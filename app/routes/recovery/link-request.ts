import { redirect } from '@remix-run/cloudflare';
import { linkRequestSchema } from '#app/domain/account/forms.ts';
import { submitForm } from '#app/http/form-actions.ts';
import { parseForm } from '#app/http/forms.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { urlOf } from '#app/http/url-of.ts';
import { requestLink } from '#app/use-cases/recovery/request-link.ts';

const SENT = 'sent';

/** @returns the data of /magic-link and /forgot-password: the form, or that a mail was sent if the account exists. */
export function linkRequestPage(request: Request, context: RequestContext) {
  return {
    isSent: urlOf(request).searchParams.has(SENT),
    constraint: htmlConstraints(linkRequestSchema),
    inboxUrl: context.sandboxUrl ? `${context.sandboxUrl}/inbox` : null,
  };
}

/** Handles the form of both. The response is the same for every e-mail. */
export async function requestLinkByForm(
  request: Request,
  context: RequestContext,
  purpose: Parameters<typeof requestLink>[1],
): Promise<Response> {
  const submission = await parseForm(request, portalForms.linkRequest);
  return submitForm(submission, async ({ email }) => {
    await requestLink(context.services, purpose, email, context.client);
    return redirect(`${urlOf(request).pathname}?${SENT}`);
  });
}
