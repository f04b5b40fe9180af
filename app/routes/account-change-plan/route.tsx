import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountStateNotice } from '#app/components/billing/account-state-notice.tsx';
import { StateBadge } from '#app/components/billing/state-badge.tsx';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { usePostedInput } from '#app/components/form/use-posted-input.ts';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { accountStateOf, workspaceStateOf } from '#app/domain/billing/account-state.ts';
import { changeFailure, chargeTimes } from '#app/domain/billing/plan-change.ts';
import { runningSubscription } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { checkoutReturnUrl, redirectToCheckout } from '#app/http/checkout-link.ts';
import { rejectAction } from '#app/http/form-actions.ts';
import { type PostedForm, readForm } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { readInstance } from '#app/http/instance.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { t } from '#app/i18n/t.ts';
import { changePlan } from '#app/use-cases/billing/change-plan.ts';
import { beginCheckout } from '#app/use-cases/billing/checkout.ts';
import type { Actor } from '#app/use-cases/record-acts.ts';
import { ChoosePlan } from './choose-plan.tsx';
import { ConfirmChange } from './confirm-change.tsx';
import { readPlanChoice } from './plan-choice.ts';
import { readPlanPage, redirectToBilling, redirectUnchangeable } from './plan-page.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data?.confirmation ? t('billing.confirm.pageTitle') : t('billing.choose.pageTitle'),
  },
];

export const loader = page(member('billing:manage'), async ({ request, context, viewer }) => {
  redirectUnchangeable(context, runningSubscription(viewer.subscription));
  const [plans, instance] = await Promise.all([
    readPlanPage(context, viewer, new URL(request.url).searchParams),
    readInstance(context, viewer),
  ]);
  return json({ ...plans, instance });
});

/** A first plan starts a checkout; a plan change needs a confirmation. */
export const action = formAction(member('billing:manage'), async ({ request, context, viewer, actor }) => {
  const posted = await readForm(request);
  const form = new URLSearchParams(posted.values(portalForms.planChoice));
  try {
    switch (posted.intent) {
      case 'checkout': {
        const returnUrl = checkoutReturnUrl(context.portal.url, 'subscribe');
        const checkout = await beginCheckout(context.services, actor, readPlanChoice(form), returnUrl);
        return redirectToCheckout(context, viewer, checkout, 'subscribe');
      }
      case 'change':
        return await change(context, actor, form);
    }
  } catch (error) {
    return refuse(context, posted, form, error);
  }
  throw new AppError('malformed_body');
});

async function change(context: RequestContext, actor: Actor, form: URLSearchParams) {
  const charge = chargeTimes.find((time) => time === form.get('charge'));
  if (!charge) throw new AppError('malformed_body');
  const choice = readPlanChoice(form);
  await changePlan(context.services, actor, { choice, charge, shown: form.get('shown') ?? '' });
  return redirectWithNotice(context, paths.billing, 'plan-changed');
}

/** Out-of-range input goes back into the page's address, which shows the error. */
function refuse(
  context: RequestContext,
  posted: PostedForm,
  form: URLSearchParams,
  error: unknown,
): Response {
  if (!(error instanceof AppError) || error.code === 'malformed_body') throw error;
  const { code } = error;
  if (code === 'payment_details_outdated' || code === 'resubscription_needed') {
    return redirectToBilling(context, code);
  }
  if (error.fields) {
    const fields = ['plan', 'period', 'executions', 'activeWorkflows'].map((name) => [
      name,
      (form.get(name) ?? '').slice(0, 32),
    ]);
    return redirect(`${paths.changePlan}?${new URLSearchParams(fields)}`);
  }
  const failure = changeFailure(code, form.get('plan') === 'custom');
  return rejectAction(failure === code ? error : new AppError(failure, { cause: error }), posted);
}

export default function ChangePlan() {
  const data = useLoaderData<typeof loader>();
  const { failure } = useFormAnswer();
  const lastResult = usePostedInput();
  const { confirmation, subscription } = data;
  const { instance } = useLiveInstance(data.instance);
  const { badge } = accountStateOf(subscription.state, workspaceStateOf(instance));
  const title = data.current.choice === null ? 'billing.choose.title' : 'billing.choose.changeTitle';
  return (
    <DefaultLayout instance={instance}>
      <Page
        title={t(confirmation ? 'billing.confirm.title' : title)}
        lead={!confirmation && t('billing.choose.lead')}
        width={confirmation ? 'regular' : 'wide'}
        actions={!confirmation && <StateBadge badge={badge} />}
      >
        {!confirmation && (
          <AccountStateNotice screen="change-plan" subscription={subscription} instance={instance} />
        )}
        <FailureNotice sentence={failure} />
        {confirmation ? (
          <ConfirmChange {...confirmation} taxInclusive={data.taxInclusive} lastResult={lastResult} />
        ) : (
          <ChoosePlan {...data} />
        )}
      </Page>
    </DefaultLayout>
  );
}
