import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icons.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import type { PlanOffer, SoldPlanId } from '#app/domain/billing/offer.ts';
import type { BillingPeriod } from '#app/domain/billing/subscription.ts';
import { paths } from '#app/domain/paths.ts';
import type { PlanId } from '#app/domain/plan/plan.ts';
import { featuresByPlan } from '#app/domain/plan/plan-features.ts';
import { planFigures } from '#app/domain/plan/plan-figures.ts';
import { countText } from '#app/i18n/count-text.ts';
import { SEPARATOR, t } from '#app/i18n/t.ts';
import { DifferenceList } from './difference-list.tsx';
import type { PlanDifference } from './plan-difference.ts';
import { PlanPrice } from './plan-price.tsx';

export interface PlanCardProps {
  planId: SoldPlanId;
  period: BillingPeriod;
  offer: PlanOffer | undefined;
  isCurrent: boolean;
  /** The account has this plan with the other billing period. */
  isOtherPeriod: boolean;
  isSubscribed: boolean;
  /** Whether the card is highlighted: the next larger plan. */
  isNext: boolean;
  /** Against the current plan; null without one, and for the current plan itself. */
  difference: PlanDifference | null;
}

/** A plan: its price, its limits and features, and its button. */
export function PlanCard(props: PlanCardProps) {
  const { planId, period, offer, isCurrent, isOtherPeriod } = props;
  const name = t(`billing.planName.${planId}`);
  return (
    <Card
      title={name}
      aside={
        (isCurrent || isOtherPeriod) && (
          <StatusBadge tone="success">{t('billing.choose.current')}</StatusBadge>
        )
      }
      footer={!isCurrent && <Choose {...props} name={name} />}
    >
      {offer && <PlanPrice price={offer[period]} monthly={offer.monthly} period={period} />}
      {props.difference && <DifferenceList difference={props.difference} />}
      <PlanHolds planId={planId} figures={figureTexts(planId)} />
    </Card>
  );
}

function Choose({
  planId,
  period,
  isOtherPeriod,
  isSubscribed,
  isNext,
  name,
}: PlanCardProps & { name: string }) {
  const variant = isNext ? 'primary' : 'secondary';
  if (isSubscribed) {
    const change = period === 'monthly' ? 'billing.choose.changePeriod' : 'billing.choose.changePeriodYearly';
    return (
      <ButtonLink
        to={`${paths.changePlan}?${new URLSearchParams({ confirm: planId, period })}`}
        variant={variant}
        isWide
      >
        {isOtherPeriod ? t(change) : t('billing.choose.change', { name })}
      </ButtonLink>
    );
  }
  return (
    <PostForm action={paths.changePlan} className="stack">
      <input type="hidden" name="intent" value="checkout" />
      <input type="hidden" name="period" value={period} />
      <SubmitButton name="plan" value={planId} variant={variant} isWide>
        {t('billing.choose.submit', { name })}
      </SubmitButton>
    </PostForm>
  );
}

/** @returns what a plan allows, in words. The counts are texts: i18next writes a `count` without its commas. */
function figureTexts(planId: PlanId): string[] {
  return (['executions', 'activeWorkflows', 'concurrentExecutions'] as const).map((figure) =>
    t(`billing.difference.figure.${figure}`, { text: countText(planFigures[planId][figure]) }),
  );
}

interface PlanHoldsProps extends Pick<CheckListProps, 'isWide'> {
  planId: SoldPlanId;
  /** The plan's limits, in words. */
  figures: readonly string[];
}

/** What a plan includes. */
export function PlanHolds({ planId, figures, isWide }: PlanHoldsProps) {
  return (
    <CheckList
      label={t('billing.choose.features', { name: t(`billing.planName.${planId}`) })}
      items={[
        ...figures,
        ...featuresByPlan[planId].map((feature) => t(`billing.feature.${feature}`)),
        t('billing.choose.logs', { days: planFigures[planId].logRetentionDays }),
      ]}
      isWide={isWide}
    />
  );
}

interface CheckListProps {
  label: string;
  items: readonly string[];
  /** Uses as many columns as fit. */
  isWide?: boolean | undefined;
}

/** The plan's features, each with a tick. */
export function CheckList({ label, items, isWide = false }: CheckListProps) {
  return (
    <ul className={classNames('check-list text-sm', isWide && 'grid grid--sm')} aria-label={label}>
      {items.map((item) => (
        <li key={item}>
          <Icon name="check" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}

export function isLegacyPlan(planId: string): planId is 'power' | 'large' {
  return planId === 'power' || planId === 'large';
}

/** Shown only to accounts that have it, since it is retired. */
export function LegacyPlan({ planId }: { planId: 'power' | 'large' }) {
  const name = t(`billing.planName.${planId}`);
  return (
    <Notice tone="info" role="none" title={t('billing.choose.legacy.title', { name })}>
      <p>{figureTexts(planId).join(SEPARATOR)}</p>
      <p>{t('billing.choose.legacy.body')}</p>
    </Notice>
  );
}
