import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { BillingCard } from '#app/components/manage/billing-card.tsx';
import { ManageLayout } from '#app/components/manage/manage-layout.tsx';
import { billed } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { i18n } from '#app/i18n/i18n.ts';

export const meta: MetaFunction = () => [{ title: i18n.t('billing.pageTitle') }];

export const loader = page(billed('billing:manage'), async ({ viewer }) =>
  json({ planName: viewer.plan.displayName, subscription: viewer.subscription }),
);

/** What the account pays for. */
export default function ManageBilling() {
  const { planName, subscription } = useLoaderData<typeof loader>();
  return (
    <ManageLayout screen="billing" instance={null} flash={<PageFlash />}>
      <BillingCard planName={planName} subscription={subscription} />
    </ManageLayout>
  );
}
