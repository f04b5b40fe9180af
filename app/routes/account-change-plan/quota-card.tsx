import { Form } from '@remix-run/react';
import { useState } from 'react';
import { PageAccount } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { moneyText } from '#app/domain/billing/money.ts';
import type { PlanOffer } from '#app/domain/billing/offer.ts';
import type { Quota } from '#app/domain/billing/quota.ts';
import type { BillingPeriod, Subscription } from '#app/domain/billing/subscription.ts';
import { paths } from '#app/domain/paths.ts';
import { planFigures } from '#app/domain/plan/plan-figures.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { PlanHolds } from './plan-card.tsx';
import { PlanPrice } from './plan-price.tsx';
import { QuotaField } from './quota-field.tsx';
import { type QuotaBounds, quotaPrice, wrongQuotas } from './quota-price.ts';

export interface QuotaCardProps {
  /** Undefined while its prices are unavailable. */
  offer: PlanOffer | undefined;
  /** The largest plan with fixed limits; undefined while its prices are unavailable. */
  largestPro: PlanOffer | undefined;
  period: BillingPeriod;
  bounds: QuotaBounds;
  typed: { executions: string; activeWorkflows: string };
  errors: Record<string, string>;
  /** The current plan; null while nothing is paid for. */
  current: Pick<Subscription, 'planId' | 'period' | 'quota'> | null;
  taxInclusive: boolean;
}

const numberOf = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN);

/**
 * The custom plan: two quotas and their price, from the server by a GET form. With JavaScript the price follows the
 * sliders.
 */
export function QuotaCard(props: QuotaCardProps) {
  const { offer, largestPro, period, bounds, errors, current } = props;
  const [typed, setTyped] = useState(props.typed);
  const quota: Quota = {
    executions: numberOf(typed.executions),
    activeWorkflows: numberOf(typed.activeWorkflows),
  };
  const name = t('billing.planName.custom');
  const price = offer && quotaPrice(offer, period, quota, bounds);
  const isCurrent = current?.planId === 'custom' && current.period === period;
  const isUnchanged =
    isCurrent &&
    current.quota?.executions === quota.executions &&
    current.quota.activeWorkflows === quota.activeWorkflows;
  return (
    <Card
      title={name}
      aside={isCurrent && <StatusBadge tone="success">{t('billing.choose.current')}</StatusBadge>}
    >
      <p className="text-muted">{t('billing.quota.lead')}</p>
      {largestPro && (
        <p className="text-muted text-sm">
          {t(period === 'yearly' ? 'billing.quota.onlyMoreYearly' : 'billing.quota.onlyMore', {
            name: t('billing.planName.pro-2'),
            executions: countText(planFigures['pro-2'].executions),
            amount: moneyText(largestPro[period]),
          })}
        </p>
      )}
      <Form method="get" action={paths.changePlan} preventScrollReset className="split" noValidate>
        <input type="hidden" name="plan" value="custom" />
        <input type="hidden" name="period" value={period} />
        <div className="form">
          {(['executions', 'activeWorkflows'] as const).map((field) => (
            <QuotaField
              key={field}
              name={field}
              bounds={bounds[field]}
              value={typed[field]}
              error={typed[field] === props.typed[field] ? errors[field] : undefined}
              onChange={(value) => setTyped((before) => ({ ...before, [field]: value }))}
            />
          ))}
          <ExtraPrices {...props} />
        </div>
        <div className="stack">
          <div role="status">
            {price && (
              <PlanPrice
                price={price}
                monthly={offer && quotaPrice(offer, 'monthly', quota, bounds)}
                period={period}
              />
            )}
            {offer && !price && <WrongQuota quota={quota} bounds={bounds} />}
          </div>
          {offer && (
            <noscript>
              <SubmitButton variant="secondary" isWide>
                {t('billing.quota.update')}
              </SubmitButton>
            </noscript>
          )}
          {!isUnchanged && <Submit name={name} isSubscribed={current !== null} />}
          <ButtonLink
            to={`${paths.changePlan}?${new URLSearchParams({ period, ...typed, dialog: 'sales' })}`}
            variant="quiet"
            isWide
            preventScrollReset
          >
            {t('billing.quota.talk')}
          </ButtonLink>
        </div>
      </Form>
      <PlanHolds
        planId="custom"
        figures={[
          t('billing.difference.figure.concurrentExecutions', {
            text: countText(planFigures.custom.concurrentExecutions),
          }),
        ]}
        isWide
      />
    </Card>
  );
}

/** The numbers without a price, and the range with one. */
function WrongQuota({ quota, bounds }: { quota: Quota; bounds: QuotaBounds }) {
  return wrongQuotas(quota, bounds).map((name) => {
    const { min, max, step } = bounds[name];
    return (
      <p key={name} className="text-muted">
        {t(step === 1 ? 'billing.quota.wrong' : 'billing.quota.wrongInSteps', {
          label: t(`billing.table.figure.${name}`),
          min: countText(min),
          max: countText(max),
          step: countText(step),
        })}
      </p>
    );
  });
}

/** Paying accounts are asked to confirm, on a page; others continue to a new checkout. */
function Submit({ name, isSubscribed }: { name: string; isSubscribed: boolean }) {
  return isSubscribed ? (
    <SubmitButton name="confirm" value="custom" variant="secondary" isWide>
      {t('billing.choose.change', { name })}
    </SubmitButton>
  ) : (
    <>
      <PageAccount />
      <SubmitButton formMethod="post" name="intent" value="checkout" variant="secondary" isWide>
        {t('billing.choose.submit', { name })}
      </SubmitButton>
    </>
  );
}

function ExtraPrices({ offer, period, taxInclusive }: QuotaCardProps) {
  const extras = offer?.extras?.[period];
  if (!extras) return null;
  const tax = taxInclusive ? 'withTax' : 'plusTax';
  const each = [
    t('billing.quota.perThousand', { amount: moneyText(extras.thousand) }),
    t('billing.quota.perWorkflow', { amount: moneyText(extras.workflow) }),
  ];
  return (
    <p className="text-muted text-sm">
      {each.map((text) => t(`billing.quota.${tax}.${period}`, { text })).join(' ')}
    </p>
  );
}
