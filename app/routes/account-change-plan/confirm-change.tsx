import { useLocation } from '@remix-run/react';
import { billNote } from '#app/components/billing/bill-text.ts';
import { ChoiceTile } from '#app/components/form/choice-field.tsx';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import type { AnsweredForm } from '#app/components/form/use-form.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { useDateText } from '#app/components/ui/time.tsx';
import { type Money, moneyText } from '#app/domain/billing/money.ts';
import type { PlanChoice } from '#app/domain/billing/offer.ts';
import type { ChangePreview } from '#app/domain/billing/plan-change.ts';
import type { Quota } from '#app/domain/billing/quota.ts';
import type { BillingPeriod, Subscription } from '#app/domain/billing/subscription.ts';
import { paths } from '#app/domain/paths.ts';
import type { PlanId } from '#app/domain/plan/plan.ts';
import { parsePlanId, restartsWorkspace } from '#app/domain/plan/plan-figures.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { DifferenceList } from './difference-list.tsx';
import { planDifference } from './plan-difference.ts';
import { PlanPrice } from './plan-price.tsx';

/** The cost of a choice, as the page asks to confirm it. */
export interface Confirmation {
  choice: PlanChoice;
  /** The current plan. */
  current: Pick<Subscription, 'planId' | 'period' | 'quota'>;
  /** `shownSubscription` of the current one, posted back (`requireShown`). */
  shown: string;
  /** Each period; null where the prices are unavailable. */
  price: Money | null;
  /** The cost when it is charged immediately; null when another charge waits, or for `failure`. */
  now: ChangePreview | null;
  /** The cost with the next bill; null for `failure`, and for a new period, which is always charged immediately. */
  later: ChangePreview | null;
  /** Why the costs are unavailable; a sentence. */
  failure: string | null;
}

interface ConfirmChangeProps extends Confirmation, Partial<AnsweredForm> {
  taxInclusive: boolean;
}

/** Asks for confirmation, with the charge now and next (spec §2, "confirm payment change", "confirm custom quota"). */
export function ConfirmChange(props: ConfirmChangeProps) {
  const { choice, price, now, later, failure, current, taxInclusive } = props;
  const from = parsePlanId(current.planId);
  const difference = from && planDifference({ planId: from, quota: current.quota }, choice);
  const isFewerWorkflows = difference?.less.some(({ figure }) => figure === 'activeWorkflows');
  const formatPlan = (planId: PlanId, period: BillingPeriod) =>
    t(`billing.confirm.billed.${period}`, { name: t(`billing.planName.${planId}`) });
  const { search } = useLocation();
  const back = `${paths.changePlan}?${new URLSearchParams({ period: choice.period })}`;
  return (
    <>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Card title={t('billing.choose.change', { name: t(`billing.planName.${choice.planId}`) })}>
        {price && <PlanPrice price={price} period={choice.period} />}
        <dl className="facts">
          {from && (
            <Fact label={t('billing.confirm.from')}>
              {formatPlan(from, current.period)}
              <QuotaText quota={current.quota} />
            </Fact>
          )}
          <Fact label={t('billing.confirm.to')}>
            {formatPlan(choice.planId, choice.period)}
            <QuotaText quota={choice.quota} />
          </Fact>
        </dl>
        {difference && <DifferenceList difference={difference} />}
        {now || later ? (
          // Back to this confirmation, when the change is refused or the person has to confirm that it is them.
          <PostForm action={paths.changePlan + search} className="form">
            <input type="hidden" name="shown" value={props.shown} />
            <ChosenFields choice={choice} />
            <ChargeTimes now={now} later={later} chosen={props.lastResult?.initialValue?.charge} />
            <p>
              {t(
                from && restartsWorkspace(from, choice.planId)
                  ? 'billing.confirm.restarts'
                  : 'billing.confirm.noRestart',
              )}
            </p>
            <p className="text-muted text-sm">
              {t(later ? 'billing.confirm.atOnce' : 'billing.confirm.periodNow')}{' '}
              {isFewerWorkflows && <>{t('billing.confirm.fewerWorkflows')} </>}
              {later && !now && <>{t('errors.plan_charge_waiting')} </>}
              {t(`billing.confirm.${taxInclusive ? 'taxed' : 'taxAdded'}`)}
            </p>
            <div className="cluster">
              <SubmitButton name="intent" value="change">
                {t('billing.confirm.submit')}
              </SubmitButton>
              <ButtonLink to={back} variant="quiet">
                {t('billing.confirm.back')}
              </ButtonLink>
            </div>
          </PostForm>
        ) : (
          <ButtonLink to={back}>{t('billing.confirm.back')}</ButtonLink>
        )}
      </Card>
    </>
  );
}

function QuotaText({ quota }: { quota: Quota | null }) {
  if (!quota) return null;
  return (
    <span className="text-muted text-sm">
      {' '}
      {t('billing.plan.quotaText', {
        executions: countText(quota.executions),
        workflows: countText(quota.activeWorkflows),
      })}
    </span>
  );
}

function ChosenFields({ choice: { planId, period, quota } }: { choice: PlanChoice }) {
  return (
    <>
      <input type="hidden" name="plan" value={planId} />
      <input type="hidden" name="period" value={period} />
      {quota && (
        <>
          <input type="hidden" name="executions" value={quota.executions} />
          <input type="hidden" name="activeWorkflows" value={quota.activeWorkflows} />
        </>
      )}
    </>
  );
}

interface ChargeTimesProps extends Pick<Confirmation, 'now' | 'later'> {
  /** As posted before; undefined selects the first that is offered. */
  chosen: unknown;
}

/** Both times with their amounts, so that choosing one needs no script. */
function ChargeTimes({ now, later, chosen }: ChargeTimesProps) {
  const isLater = later !== null && (now === null || chosen === 'next-cycle');
  const dateText = useDateText();
  const hintOf = (charge: 'now' | 'credit' | 'later', { immediate, next }: ChangePreview) => {
    // A total of nothing or less charges nothing.
    const hint = t(
      next.amount > 0 ? `billing.confirm.hint.${charge}` : `billing.confirm.freeHint.${charge}`,
      {
        now: moneyText(immediate),
        credit: moneyText({ ...immediate, amount: -immediate.amount }),
        next: moneyText(next),
        date: dateText(next.date, 'date'),
      },
    );
    return [hint, billNote(next)].filter(Boolean).join(' ');
  };
  const nowHint = (preview: ChangePreview) => {
    const { amount } = preview.immediate;
    if (amount === 0) return hintOf('later', preview);
    return hintOf(amount > 0 ? 'now' : 'credit', preview);
  };
  return (
    <fieldset className="stack stack--sm">
      <legend className="field__label">{t('billing.confirm.charge')}</legend>
      {now && (
        <ChoiceTile
          type="radio"
          name="charge"
          value="now"
          defaultChecked={!isLater}
          label={t(now.immediate.amount < 0 ? 'billing.confirm.credit' : 'billing.confirm.now')}
          hint={nowHint(now)}
        />
      )}
      {later && (
        <ChoiceTile
          type="radio"
          name="charge"
          value="next-cycle"
          defaultChecked={isLater}
          label={t('billing.confirm.later')}
          hint={hintOf('later', later)}
        />
      )}
    </fieldset>
  );
}
