import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { checkoutPurposes, purposeFor } from '#app/domain/billing/checkout-purpose.ts';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { readBegunCheckout, readTransactionId } from '#app/http/checkout-link.ts';
import { page } from '#app/http/handlers.ts';
import { t } from '#app/i18n/t.ts';
import { CheckoutPanel } from './checkout-panel.tsx';

export const meta: MetaFunction = () => [{ title: t('billing.checkout.pageTitle') }];

/** Opens the checkout of `transaction`; with `paid`, what for, it was gone through on the provider's own page. */
export const loader = page(member('billing:manage'), async ({ request, context, viewer }) => {
  const params = new URL(request.url).searchParams;
  const { subscription } = viewer;
  const isActive = subscription?.status === 'active';
  if (params.has('paid')) {
    const purpose = checkoutPurposes.find((one) => one === params.get('paid')) ?? 'subscribe';
    // After the bill of a cancelled subscription is paid, the billing page still offers to keep it.
    if (purpose === 'pay' && isActive && subscription.cancelsAt !== null) throw redirect(paths.billing);
    return json({ transactionId: null, hostedUrl: null, purpose, isDone: isActive, ...context.paddle });
  }
  const transactionId = readTransactionId(params);
  if (transactionId === null) {
    throw redirect(purposeFor(subscription) === 'subscribe' ? paths.changePlan : paths.billing);
  }
  const begun = readBegunCheckout(request, viewer, transactionId, context.portal);
  const purpose = begun?.purpose ?? purposeFor(subscription);
  return json({
    transactionId,
    purpose,
    hostedUrl: begun?.hostedUrl ?? null,
    // A page that is loaded again after the payment arrived.
    isDone: purpose !== 'card' && isActive,
    ...context.paddle,
  });
});

export default function BillingCheckout() {
  const data = useLoaderData<typeof loader>();
  const { instance } = useLiveInstance(null);
  return (
    <DefaultLayout instance={instance}>
      {/* Each checkout has its own state. */}
      <CheckoutPanel key={data.transactionId} {...data} />
    </DefaultLayout>
  );
}
