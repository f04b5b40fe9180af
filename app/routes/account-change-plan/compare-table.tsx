import type { ReactNode } from 'react';
import { Card } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icons.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { moneyText } from '#app/domain/billing/money.ts';
import type { PlanOffer, SoldPlanId } from '#app/domain/billing/offer.ts';
import type { BillingPeriod } from '#app/domain/billing/subscription.ts';
import { featuresByPlan, planFeatures } from '#app/domain/plan/plan-features.ts';
import { parsePlanId } from '#app/domain/plan/plan-figures.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { comparedFigures, figureOf, type HeldPlan, includesFeature } from './plan-difference.ts';

export interface CompareTableProps {
  planIds: readonly SoldPlanId[];
  period: BillingPeriod;
  offers: readonly PlanOffer[];
  /** The account's plan, which may be a retired one. */
  current: HeldPlan | null;
}

/** Every plan in one table, with a column for the current one if it is retired. */
export function CompareTable({ planIds, period, offers, current }: CompareTableProps) {
  const isSold = (planIds as readonly string[]).includes(current?.planId ?? '');
  const plans: HeldPlan[] = [
    ...(current && !isSold ? [current] : []),
    ...planIds.map((planId) => (current?.planId === planId ? current : { planId, quota: null })),
  ];
  const all = new Set(plans.flatMap(({ planId }) => [...featuresByPlan[planId]] as string[]));
  const offerOf = ({ planId }: HeldPlan) => offers.find((offer) => offer.planId === planId);
  const priceText = (plan: HeldPlan) => {
    const price = offerOf(plan)?.[period];
    if (!price) return '–';
    const amount = moneyText(price);
    return plan.planId === 'custom' ? t('billing.table.from', { amount }) : amount;
  };
  const overageText = (plan: HeldPlan) => {
    const overage = offerOf(plan)?.overage;
    return overage ? moneyText(overage) : t('billing.table.overageHeld');
  };
  const row = (label: string, cellOf: (plan: HeldPlan) => ReactNode) => (
    <tr key={label}>
      <th scope="row">{label}</th>
      {plans.map((plan) => (
        <td key={plan.planId} data-current={plan === current || undefined}>
          {cellOf(plan)}
        </td>
      ))}
    </tr>
  );
  return (
    <Card title={t('billing.table.title')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls sideways, also by keyboard. */}
      <section className="table-scroll" tabIndex={0} aria-label={t('billing.table.figures')}>
        <table className="table table--figures table--plans">
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>{t('billing.table.what')}</VisuallyHidden>
              </th>
              {plans.map((plan) => (
                <th key={plan.planId} scope="col" data-current={plan === current || undefined}>
                  {t(`billing.planName.${plan.planId}`)}
                  {plan === current && (
                    <StatusBadge tone="success">{t('billing.choose.current')}</StatusBadge>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {offers.length > 0 && row(t(`billing.table.price.${period}`), priceText)}
            {comparedFigures.map((figure) =>
              row(t(`billing.table.figure.${figure}`), (plan) =>
                t(`billing.table.value.${figure}`, { text: countText(figureOf(plan, figure)) }),
              ),
            )}
            {offers.length > 0 && row(t('billing.table.overage'), overageText)}
            {planFeatures
              .filter((feature) => all.has(feature))
              .map((feature) =>
                row(t(`billing.feature.${feature}`), (plan) => (
                  <Held isHeld={includesFeature(plan.planId, feature)} />
                )),
              )}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

function Held({ isHeld }: { isHeld: boolean }) {
  return isHeld ? (
    <>
      <Icon name="check" />
      <VisuallyHidden>{t('billing.table.yes')}</VisuallyHidden>
    </>
  ) : (
    <>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('billing.table.no')}</VisuallyHidden>
    </>
  );
}

/** @returns the plan of an account as the page compares it; null for a trial's and for one of a newer deployment. */
export function heldPlan(planId: string, quota: HeldPlan['quota']): HeldPlan | null {
  const known = parsePlanId(planId);
  return known === null || known === 'trial-1' ? null : { planId: known, quota };
}
