import type { SubmissionResult } from '@conform-to/react';
import { json, redirect } from '@remix-run/cloudflare';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { checkoutReturnUrl, redirectToCheckout } from '#app/http/checkout-link.ts';
import { noticeCookie } from '#app/http/cookies.ts';
import { rejectAction } from '#app/http/form-actions.ts';
import { type PostedForm, rejectForm, rejectWithError } from '#app/http/forms.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import type { NoticeCode } from '#app/http/notice-cookie.ts';
import { paths } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { beginCardUpdate } from '#app/use-cases/billing/checkout.ts';
import { cancelSubscription, resubscribe } from '#app/use-cases/billing/end-subscription.ts';
import { changeBillingDetails } from '#app/use-cases/billing/read-billing.ts';

/** The answer to a refused form of /manage/billing: conform's result, or only the reason's sentence. */
export interface BillingRefusal {
  sentence?: string;
  cancel?: SubmissionResult;
  details?: SubmissionResult;
}

/** Redirects to the provider's form for another card. */
export async function changeCard(context: RequestContext, viewer: Viewer): Promise<Response> {
  try {
    return redirectToCheckout(
      context,
      viewer,
      await beginCardUpdate(context.services, { viewer, client: context.client }),
      'card',
    );
  } catch (error) {
    return answerRefusal(error);
  }
}

/** Restores a subscription (spec §4), or redirects to the page that does. */
export async function resubscribeByForm(context: RequestContext, viewer: Viewer): Promise<Response> {
  try {
    const returnUrl = checkoutReturnUrl(context.portal.url, 'resubscribe');
    const outcome = await resubscribe(context.services, { viewer, client: context.client }, returnUrl);
    if (outcome.kind === 'checkout') {
      return redirectToCheckout(context, viewer, outcome.checkout, outcome.purpose);
    }
    if (outcome.kind === 'choose-plan') return redirect(paths.changePlan);
  } catch (error) {
    return answerRefusal(error);
  }
  return redirectDone(context, 'cancellation-undone');
}

/** Cancels, once the workspace's name is typed. */
export async function cancelByForm(
  form: PostedForm,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  const submission = form.parse(portalForms.cancellation);
  if (submission.status !== 'success') return wrapResponse('cancel', rejectForm(submission));
  try {
    await cancelSubscription(
      context.services,
      { viewer, client: context.client },
      submission.value.workspaceName,
    );
  } catch (error) {
    return wrapResponse('cancel', rejectWithError(submission, error));
  }
  return redirectDone(context, 'subscription-cancelled');
}

/** Changes the buyer's details on the bills. */
export async function changeDetailsByForm(
  form: PostedForm,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  const submission = form.parse(portalForms.billingDetails);
  if (submission.status !== 'success') return wrapResponse('details', rejectForm(submission));
  try {
    await changeBillingDetails(context.services, { viewer, client: context.client }, submission.value);
  } catch (error) {
    return wrapResponse('details', rejectWithError(submission, error));
  }
  return redirectDone(context, 'billing-details-saved');
}

function redirectDone(context: RequestContext, notice: NoticeCode): Response {
  return redirect(paths.billing, {
    headers: { 'Set-Cookie': noticeCookie.set(notice, context.portal.isSecure) },
  });
}

function answerRefusal(error: unknown): Response {
  // The provider's adapter names every refused change so, also a refused resubscription.
  const isRefusedChange = error instanceof AppError && error.code === 'plan_change_failed';
  return rejectAction(isRefusedChange ? new AppError('resubscription_failed', { cause: error }) : error);
}

async function wrapResponse(name: 'cancel' | 'details', response: Response): Promise<Response> {
  const result = (await response.json()) as SubmissionResult;
  return json<BillingRefusal>({ [name]: result }, { status: response.status, headers: headersOf(response) });
}

/** Keeps only Retry-After of the wrapped answer: the new body has another length. */
function headersOf(response: Response): HeadersInit {
  const retryAfter = response.headers.get('Retry-After');
  return retryAfter === null ? {} : { 'Retry-After': retryAfter };
}
