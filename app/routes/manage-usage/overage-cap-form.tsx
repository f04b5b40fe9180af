import { taxText } from '#app/components/billing/bill-text.ts';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { useFieldValue } from '#app/components/form/use-field-value.ts';
import { type AnsweredForm, useForm } from '#app/components/form/use-form.ts';
import { type Money, moneyText, times } from '#app/domain/billing/money.ts';
import { MAX_OVERAGE_THOUSANDS, OVERAGE_UNIT } from '#app/domain/billing/overage.ts';
import { paths } from '#app/domain/paths.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import type { ShownAtLimit } from './shown-at-limit.ts';

export interface OverageCapFormProps extends AnsweredForm {
  atLimit: Omit<ShownAtLimit, 'unitPrice'> & { unitPrice: Money };
  limit: number;
}

/** Chooses to run on up to a cap, or changes the cap, with the price beside it. */
export function OverageCapForm({ atLimit, limit, lastResult }: OverageCapFormProps) {
  const { unitPrice, isRunOnChosen, maxThousands, taxInclusive } = atLimit;
  const [form, fields] = useForm<{ maxThousands: string }>({
    id: 'at-limit',
    lastResult,
    defaultValue: { maxThousands: String(maxThousands) },
  });
  const price = moneyText(unitPrice);
  const tax = taxText(taxInclusive);
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
