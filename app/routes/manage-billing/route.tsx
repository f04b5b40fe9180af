import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountStateNotice } from '#app/components/billing/account-state-notice.tsx';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { ManageLayout } from '#app/components/manage/manage-layout.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { accountStateOf, workspaceStateOf } from '#app/domain/billing/account-state.ts';
import { billingDetailsSchema, shownDetailsOf } from '#app/domain/billing/billing-forms.ts';
import { amountDueOnCancelling, isCancellable } from '#app/domain/billing/cancellation.ts';
import { countries } from '#app/domain/billing/countries.ts';
import { shownSubscription } from '#app/domain/billing/offer.ts';
import { readPaymentFilter } from '#app/domain/billing/payment-filter.ts';
import { subscriptionFactsOf } from '#app/domain/billing/subscription-facts.ts';
import { paths } from '#app/domain/paths.ts';
import { memberWithBilling } from '#app/http/admission.ts';
import { pageWithRead, type ReadArgs } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { readInstance } from '#app/http/instance.ts';
import { handleFields, intentAction } from '#app/http/intent-action.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { t } from '#app/i18n/t.ts';
import { changeBillingDetails, readBilling, readBillingRows } from '#app/use-cases/billing/read-billing.ts';
import { cancelByForm, changeCard, resubscribeByForm } from './actions.ts';
import { BillingDetailsForm } from './billing-details-form.tsx';
import { DeferredCancelDialog } from './deferred-cancel-dialog.tsx';
import { OverageCard } from './overage-card.tsx';
import { PaymentMethodCard } from './payment-method-card.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

/** This page with the dialog that cancels the subscription. */
const CANCEL_PATH = `${paths.billing}?dialog=cancel`;

export const meta: MetaFunction = () => [{ title: t('billing.pageTitle') }];

export const loader = pageWithRead(
  memberWithBilling('billing:manage'),
  readRows,
  async ({ request, context, viewer, found }) => {
    const { subscription } = viewer;
    const { services, reportError } = context;
    const query = new URL(request.url).searchParams;
    const [{ payments, nextPayments, method, provider, overageCharges }, instance] = await Promise.all([
      readBilling({ ...services, reportError }, viewer, found),
      readInstance(context, viewer),
    ]);
    const isCancelling = query.get('dialog') === 'cancel';
    return json({
      instance,
      planName: viewer.plan.displayName,
      subscription,
      facts: subscriptionFactsOf(viewer),
      payments,
      nextPayments,
      paymentFilter: readPaymentFilter(query),
      method,
      overageCharges,
      taxInclusive: viewer.account.taxInclusive,
      provider,
      shownDetails: provider ? shownDetailsOf(provider.details) : '',
      countries: provider && countries(),
      constraint: htmlConstraints(billingDetailsSchema),
      cancelling:
        isCancelling && isCancellable(subscription)
          ? { workspaceName: viewer.workspace.name, shown: shownSubscription(subscription) }
          : null,
    });
  },
);

function readRows({ request, context, ids }: ReadArgs) {
  return readBillingRows(context.services, ids, readPaymentFilter(new URL(request.url).searchParams));
}

export const action = intentAction(memberWithBilling('billing:manage'), {
  'change-card': changeCard,
  resubscribe: resubscribeByForm,
  cancel: cancelByForm,
  details: handleFields(
    paths.billing,
    'billing-details-saved',
    changeBillingDetails,
    portalForms.billingDetails,
  ),
});

/** The account's subscription, payment method and payments, and cancelling (spec §2). */
export default function ManageBilling() {
  const data = useLoaderData<typeof loader>();
  const { failure, lastResult } = useFormAnswer({ formIntents: ['cancel', 'details'] });
  const { subscription, facts, provider, cancelling } = data;
  const { instance } = useLiveInstance(data.instance);
  return (
    <ManageLayout screen="billing" instance={instance}>
      <FailureNotice sentence={failure} />
      <AccountStateNotice screen="billing" subscription={facts} instance={instance} />
      <SubscriptionCard
        planName={data.planName}
        subscription={subscription}
        state={accountStateOf(facts.state, workspaceStateOf(instance))}
        nextPayment={provider?.nextPayment ?? null}
      />
      <OverageCard
        overage={instance?.overage ?? null}
        charges={data.overageCharges}
        taxInclusive={data.taxInclusive}
      />
      <PaymentMethodCard method={data.method} status={subscription.status} />
      <PaymentsCard payments={data.payments} filter={data.paymentFilter} next={data.nextPayments} />
      {provider && data.countries ? (
        <BillingDetailsForm
          details={provider.details}
          shown={data.shownDetails}
          countries={data.countries}
          constraint={data.constraint}
          // The dialog's form posts to the address that opens the dialog.
          lastResult={cancelling === null ? lastResult : undefined}
        />
      ) : (
        <Notice tone="warning">{t('errors.payment_information_unavailable')}</Notice>
      )}
      {isCancellable(subscription) && (
        <Card title={t('billing.end.cancelTitle')}>
          <p className="text-muted">{t('billing.end.cancelLead')}</p>
          <ButtonLink to={CANCEL_PATH} preventScrollReset>
            {t('billing.end.cancel')}
          </ButtonLink>
        </Card>
      )}
      {cancelling !== null && (
        <DeferredCancelDialog
          action={CANCEL_PATH}
          {...cancelling}
          endsAt={subscription.currentPeriodEndsAt}
          paidExecutions={instance?.overage?.executions ?? 0}
          owed={amountDueOnCancelling(provider?.nextPayment?.postponed ?? null)}
          lastResult={lastResult}
        />
      )}
    </ManageLayout>
  );
}
