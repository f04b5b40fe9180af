import { Link, useSearchParams } from '@remix-run/react';
import { planComparison } from '#app/components/layout/footer-links.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import type { PlanOffer, SoldPlanId } from '#app/domain/billing/offer.ts';
import type { BillingPeriod, Subscription } from '#app/domain/billing/subscription.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { CompareTable, heldPlan } from './compare-table.tsx';
import { isLegacyPlan, LegacyPlan, PlanCard } from './plan-card.tsx';
import { planDifference } from './plan-difference.ts';
import { QuotaCard } from './quota-card.tsx';
import type { QuotaBounds } from './quota-price.ts';
import { EnterpriseCard, SalesTalk } from './sales.tsx';

export interface ChoosePlanProps {
  /** In the order in which they are shown: the cheapest first. */
  planIds: readonly SoldPlanId[];
  period: BillingPeriod;
  /** Empty while the prices are unavailable. */
  offers: readonly PlanOffer[];
  taxInclusive: boolean;
  /** The plan that the account has; `choice` is null while nothing is paid for. */
  current: { planId: string; choice: Subscription | null };
  bounds: QuotaBounds;
  /** The custom plan's fields, as typed. */
  quota: { executions: string; activeWorkflows: string };
  quotaErrors: Record<string, string>;
  isSalesTalkOpen: boolean;
}

/** Every available plan, with its price and contents. */
export function ChoosePlan(props: ChoosePlanProps) {
  const { planIds, period, offers, taxInclusive, current, bounds, isSalesTalkOpen } = props;
  const isSubscribed = current.choice !== null;
  const offerOf = (planId: SoldPlanId) => offers.find((offer) => offer.planId === planId);
  // We cannot say which plan is the next larger one after a retired plan.
  const next = isLegacyPlan(current.planId)
    ? undefined
    : planIds[(planIds as readonly string[]).indexOf(current.planId) + 1];
  const held = heldPlan(current.planId, current.choice?.quota ?? null);
  return (
    <>
      {offers.length === 0 && (
        <Notice tone="warning" title={t('errors.billing_unavailable')}>
          {t('billing.choose.noPrices')}
        </Notice>
      )}
      <PeriodSwitch period={period} offers={offers} />
      {isLegacyPlan(current.planId) && <LegacyPlan planId={current.planId} />}
      <div className="plans">
        {planIds.map(
          (planId) =>
            planId !== 'custom' && (
              <PlanCard
                key={planId}
                planId={planId}
                period={period}
                offer={offerOf(planId)}
                isCurrent={current.choice?.planId === planId && current.choice.period === period}
                isOtherPeriod={current.choice?.planId === planId && current.choice.period !== period}
                isSubscribed={isSubscribed}
                isNext={planId === next}
                difference={
                  isSubscribed && held && held.planId !== planId
                    ? planDifference(held, { planId, quota: null })
                    : null
                }
              />
            ),
        )}
      </div>
      {planIds.includes('custom') && (
        <QuotaCard
          // Reset when the address names another quota. For another period the input stays, for comparison.
          key={`${props.quota.executions} ${props.quota.activeWorkflows}`}
          offer={offerOf('custom')}
          largestPro={offerOf('pro-2')}
          period={period}
          bounds={bounds}
          typed={props.quota}
          errors={props.quotaErrors}
          current={current.choice}
          taxInclusive={taxInclusive}
        />
      )}
      <CompareTable planIds={planIds} period={period} offers={offers} current={held} />
      <EnterpriseCard period={period} />
      {offers.length > 0 && (
        <p className="text-muted text-sm">
          {t(taxInclusive ? 'billing.choose.taxIncluded' : 'billing.choose.taxAdded')}
        </p>
      )}
      <p className="text-muted text-sm">{t('billing.choose.restarts')}</p>
      <p className="text-sm">
        <a href={planComparison} rel="noreferrer">
          {t('billing.choose.compare')}
        </a>
      </p>
      {isSalesTalkOpen && <SalesTalk bounds={bounds} period={period} quota={props.quota} />}
    </>
  );
}

/** Two links, so that it needs no JavaScript; each keeps the quota from the address. */
function PeriodSwitch({ period, offers }: Pick<ChoosePlanProps, 'period' | 'offers'>) {
  const [asked] = useSearchParams();
  const quota = ['executions', 'activeWorkflows'].flatMap((name) => {
    const typed = asked.get(name);
    return typed === null ? [] : [[name, typed]];
  });
  const percents = offers.map((offer) => offer.yearlyDiscountPercent);
  const percent = Math.max(0, ...percents);
  const isAlike = percents.every((one) => one === percent);
  const yearly = isAlike ? 'billing.choose.discount' : 'billing.choose.discountUpTo';
  const labels = {
    monthly: t('billing.period.monthly'),
    yearly: percent > 0 ? t(yearly, { percent }) : t('billing.period.yearly'),
  };
  return (
    <nav className="tabs" aria-label={t('billing.choose.switch')}>
      {(['monthly', 'yearly'] as const).map((one) => (
        <Link
          key={one}
          to={`${paths.changePlan}?${new URLSearchParams([['period', one], ...quota])}`}
          className="tabs__link"
          aria-current={one === period ? 'true' : undefined}
          preventScrollReset
        >
          {labels[one]}
        </Link>
      ))}
    </nav>
  );
}
