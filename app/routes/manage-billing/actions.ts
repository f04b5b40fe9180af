import { redirect } from '@remix-run/cloudflare';
import { AppError } from '#app/domain/errors/app-error.ts';
import { paths } from '#app/domain/paths.ts';
import { checkoutReturnUrl, redirectToCheckout } from '#app/http/checkout-link.ts';
import { type HandleForm, rejectAction, submitForm } from '#app/http/form-actions.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { beginCardUpdate } from '#app/use-cases/billing/checkout.ts';
import { cancelSubscription, resubscribe } from '#app/use-cases/billing/end-subscription.ts';

/** Redirects to the provider's form for another card. */
export const changeCard: HandleForm = async (_form, context, actor) => {
  try {
    const checkout = await beginCardUpdate(context.services, actor);
    return redirectToCheckout(context, actor.viewer, checkout, 'card');
  } catch (error) {
    return rejectAction(error);
  }
};

/** Restores a subscription (spec §4), or redirects to the page that does. */
export const resubscribeByForm: HandleForm = (_form, context, actor) =>
  runResubscription(async () => {
    const returnUrl = checkoutReturnUrl(context.portal.url, 'resubscribe');
    const outcome = await resubscribe(context.services, actor, returnUrl);
    if (outcome.kind === 'checkout') {
      return redirectToCheckout(context, actor.viewer, outcome.checkout, outcome.purpose);
    }
    if (outcome.kind === 'choose-plan') return redirect(paths.changePlan);
    return redirectWithNotice(context, paths.billing, 'cancellation-undone');
  });

/** Cancels, once the workspace's name is typed. */
export const cancelByForm: HandleForm = (form, context, actor) =>
  submitForm(form.parse(portalForms.cancellation), async (values) => {
    try {
      await cancelSubscription(context.services, actor, values);
    } catch (error) {
      // The reloaded page has no dialog for a subscription that was paused meanwhile, so the page itself says why.
      if (error instanceof AppError && error.code === 'subscription_paused') return rejectAction(error);
      throw error;
    }
    return redirectWithNotice(context, paths.billing, 'subscription-cancelled');
  });

async function runResubscription(act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    // The provider's adapter names every refused change so, also a refused resubscription.
    const isRefusedChange = error instanceof AppError && error.code === 'plan_change_failed';
    return rejectAction(isRefusedChange ? new AppError('resubscription_failed', { cause: error }) : error);
  }
}
