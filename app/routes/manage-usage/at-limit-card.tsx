import { taxText } from '#app/components/billing/bill-text.ts';
import { StateButton } from '#app/components/billing/state-button.tsx';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { useFieldValue } from '#app/components/form/use-field-value.ts';
import { type AnsweredForm, useForm } from '#app/components/form/use-form.ts';
import { Card } from '#app/components/ui/card.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import type { StateAction } from '#app/domain/billing/account-state.ts';
import { type Money, moneyText, times } from '#app/domain/billing/money.ts';
import { MAX_OVERAGE_THOUSANDS, OVERAGE_UNIT, overageCost } from '#app/domain/billing/overage.ts';
import type { OverageTerms } from '#app/domain/instance/overage-state.ts';
import { paths } from '#app/domain/paths.ts';
import type { Forecast } from '#app/domain/usage/forecast.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';

/** The account's choice for the execution limit. */
export interface ShownAtLimit {
  canChoose: boolean;
  isRunOnChosen: boolean;
  /** Null while executions are held. */
  terms: OverageTerms | null;
  /** Price of one thousand; null for a plan without paid executions. */
  unitPrice: Money | null;
  /** Whether `unitPrice` includes tax. */
  taxInclusive: boolean;
  /** The chosen cap, or the proposed one, in thousands. */
  maxThousands: number;
  /** Why executions cannot run on now; null if they can. */
  blocked: 'trial' | 'agreement' | 'not_sold' | 'past_due' | 'ending' | null;
}

interface AtLimitCardProps extends AnsweredForm {
  atLimit: ShownAtLimit;
  /** The plan's executions a month. */
  limit: number;
  /** Executions to be paid this month. */
  paid: number;
  /** Price of this month's executions; null before the workspace has a price. */
  priceInForce: Money | null;
  /** For the current month. */
  forecast: Forecast | null;
}

/** What lets executions run on, for a reason that they cannot; an agreement is changed by our support. */
const actions: Partial<Record<NonNullable<ShownAtLimit['blocked']>, StateAction>> = {
  trial: 'choose-plan',
  not_sold: 'change-plan',
  past_due: 'open-billing',
  ending: 'open-billing',
};

/** The account's choice for the execution limit, its price and its cap. */
export function AtLimitCard({ atLimit, limit, paid, priceInForce, forecast, lastResult }: AtLimitCardProps) {
  const { terms: agreed, unitPrice, blocked, canChoose } = atLimit;
  const terms = agreed && { ...agreed, unitPrice: priceInForce ?? agreed.unitPrice };
  const price = terms?.unitPrice ?? unitPrice;
  const tax = taxText(atLimit.taxInclusive);
  const action = blocked && actions[blocked];
  return (
    <Card
      title={t('usage.atLimit.title')}
      footer={
        canChoose && atLimit.isRunOnChosen ? (
          <PostForm action={paths.usage} preventScrollReset>
            <SubmitButton name="atLimit" value="hold" variant="secondary">
              {t('usage.atLimit.hold')}
            </SubmitButton>
          </PostForm>
        ) : (
          canChoose && action && <StateButton action={action} />
        )
      }
    >
      {terms ? (
        <p>
          {t('usage.atLimit.runsOn', {
            max: countText(terms.maxExecutions),
            price: moneyText(terms.unitPrice),
            tax,
          })}
        </p>
      ) : (
        <p>{t('usage.atLimit.holds', { limit: countText(limit) })}</p>
      )}
      {atLimit.isRunOnChosen && blocked && (
        <Notice tone="warning" role="none">
          {t(`usage.atLimit.notNow.${blocked}`)}
        </Notice>
      )}
      {!atLimit.isRunOnChosen && blocked && (
        <p className="text-muted">{t(`usage.atLimit.blocked.${blocked}`)}</p>
      )}
      {paid > 0 && (
        <p>
          {t('usage.atLimit.paid', {
            count: paid,
            executions: countText(paid),
            cost: price ? moneyText(overageCost(paid, price)) : '–',
            tax,
          })}
        </p>
      )}
      {terms && <ExpectedCost terms={terms} limit={limit} forecast={forecast} paid={paid} />}
      {canChoose && unitPrice && !blocked && (
        <OverageCapForm
          unitPrice={unitPrice}
          isRunOnChosen={atLimit.isRunOnChosen}
          maxThousands={atLimit.maxThousands}
          tax={tax}
          limit={limit}
          lastResult={lastResult}
        />
      )}
    </Card>
  );
}

interface ExpectedCostProps extends Pick<AtLimitCardProps, 'limit' | 'forecast' | 'paid'> {
  terms: OverageTerms;
}

/** The expected cost of the month beyond the plan, within the cap. */
function ExpectedCost({ terms, limit, forecast, paid }: ExpectedCostProps) {
  if (!forecast) return null;
  const clampExecutions = (executions: number) =>
    Math.min(terms.maxExecutions, Math.max(paid, executions - limit));
  const expected = clampExecutions(forecast.expected);
  const high = clampExecutions(forecast.high);
  if (high === 0) return <p className="text-muted">{t('usage.atLimit.expectsNone')}</p>;
  const text = (executions: number) => moneyText(overageCost(executions, terms.unitPrice));
  if (expected === terms.maxExecutions)
    return <p>{t('usage.atLimit.expectsCap', { executions: countText(expected), cost: text(expected) })}</p>;
  return (
    <p>
      {t('usage.atLimit.expects', {
        count: expected,
        executions: countText(expected),
        cost: text(expected),
        most: text(high),
      })}
    </p>
  );
}

interface OverageCapFormProps
  extends Pick<AtLimitCardProps, 'limit' | 'lastResult'>,
    Pick<ShownAtLimit, 'isRunOnChosen' | 'maxThousands'> {
  unitPrice: Money;
  /** Whether the price includes tax, in words. */
  tax: string;
}

/** Chooses to run on up to a cap, or changes the cap, with the price beside it. */
function OverageCapForm(props: OverageCapFormProps) {
  const { unitPrice, isRunOnChosen, maxThousands, tax, limit, lastResult } = props;
  const [form, fields] = useForm<{ maxThousands: string }>({
    id: 'at-limit',
    lastResult,
    defaultValue: { maxThousands: String(maxThousands) },
  });
  const price = moneyText(unitPrice);
  const typed = Number(useFieldValue(fields.maxThousands));
  const isCap = Number.isInteger(typed) && typed >= 1 && typed <= MAX_OVERAGE_THOUSANDS;
  const thousands = isCap ? typed : maxThousands;
  return (
    <ConformForm form={form} action={paths.usage}>
      <input type="hidden" name="unitAmount" value={unitPrice.amount} />
      <input type="hidden" name="currency" value={unitPrice.currency} />
      <p>
        {!isRunOnChosen && <>{t('usage.atLimit.offer', { price, tax, limit: countText(limit) })} </>}
        {t('usage.atLimit.bound', {
          max: countText(thousands * OVERAGE_UNIT),
          most: moneyText(times(unitPrice, thousands)),
          tax,
        })}
      </p>
      <div className="short-field">
        <TextField
          field={fields.maxThousands}
          label={t('usage.atLimit.cap')}
          hint={t('usage.atLimit.capHint', { max: MAX_OVERAGE_THOUSANDS })}
          inputMode="numeric"
          autoComplete="off"
          suffix={t('usage.atLimit.capUnit')}
        />
      </div>
      <SubmitButton name="atLimit" value="run_on" variant="secondary">
        {t(isRunOnChosen ? 'usage.atLimit.saveCap' : 'usage.atLimit.runOn')}
      </SubmitButton>
    </ConformForm>
  );
}
